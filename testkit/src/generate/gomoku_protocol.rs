//! What a manager of games might send, and what no manager should.

use arbitrary::Unstructured;

/// A stream of bytes for an engine that speaks the Gomocup protocol.
///
/// The first byte chooses: one in eight streams is the other bytes as they are.
/// The others are commands, one to four bytes each, most of them after a rule
/// and a `START`: mostly valid ones on the board that was asked for last, every
/// eighth line with a wound, lines ending in all three ways. In half of them all
/// stones lie in a corner, so that they come to rows, fours and threes.
#[must_use]
pub fn stream(bytes: &[u8]) -> Vec<u8> {
    let mut u = Unstructured::new(bytes);
    let kind = byte(&mut u);
    if kind % 8 == 7 {
        return bytes[1..].to_vec();
    }
    let corner = if kind & 8 == 0 { 30 } else { 6 };
    let mut stream = Stream { bytes: Vec::new(), side: 15, corner };
    stream.begin(&mut u, kind < 0xe0);
    while !u.is_empty() {
        stream.step(&mut u);
    }
    stream.bytes
}

/// The next byte, 0 when there is none.
fn byte(u: &mut Unstructured<'_>) -> u8 {
    u.arbitrary().unwrap_or(0)
}

struct Stream {
    bytes: Vec<u8>,
    /// The side of the board, where it is square.
    side: u8,
    /// Columns and rows from the corner in which stones lie.
    corner: u8,
}

/// Rules that there are, and some that there are not.
const RULES: [&str; 16] =
    ["0", "0", "1", "2", "3", "4", "4", "6", "8", "9", "10", "11", "5", "16", "-1", "renju"];

const INFO: [&str; 16] = [
    "timeout_turn 0",
    "timeout_turn 5000",
    "timeout_turn -7",
    "timeout_match 1000",
    "timeout_match 99999999999999999999999",
    "time_left -1000",
    "time_left 2147483647",
    "max_memory 0",
    "max_memory 1",
    "game_type 1",
    "folder C:\\a folder, with a comma",
    "max_node 1",
    "max_depth 3",
    "thread_num 2",
    "hash_size 1024",
    "x",
];

impl Stream {
    fn begin(&mut self, u: &mut Unstructured<'_>, starts: bool) {
        let [size, rule] = [byte(u), byte(u)];
        self.side = [5, 6, 7, 9, 15, 15, 20, 30][usize::from(size % 8)];
        self.line(&format!("INFO rule {}", RULES[usize::from(rule % 16)]), 0);
        if starts {
            self.line(&format!("START {}", self.side), 0);
        }
    }

    /// Coordinates, of which one in sixteen may lie off the board.
    fn point(&self, u: &mut Unstructured<'_>) -> String {
        let [where_, off] = [byte(u), byte(u)];
        let (side, outside) = (self.side.min(self.corner), u8::from(off % 16 == 0));
        let x = where_ % (side + outside);
        let y = (where_ / side + off / 16) % (side + outside);
        format!("{x},{y}")
    }

    fn step(&mut self, u: &mut Unstructured<'_>) {
        let what = byte(u);
        let text = match what % 64 {
            0..20 => format!("TURN {}", self.point(u)),
            20..26 => format!("PLAY {}", self.point(u)),
            26..32 => format!("TAKEBACK {}", self.point(u)),
            32..38 => return self.block(u, "BOARD"),
            38..40 => return self.block(u, "SWAP2BOARD"),
            40..42 => "BEGIN".to_owned(),
            42..44 => "RESTART".to_owned(),
            44..46 => format!("INFO rule {}", RULES[usize::from(byte(u) % 16)]),
            46..49 => format!("INFO {}", INFO[usize::from(byte(u) % 16)]),
            49 => {
                self.side = byte(u) % 32;
                let text = format!("START {}", self.side);
                self.side = self.side.clamp(5, 30);
                text
            }
            50 => format!("RECTSTART {},{}", self.side, byte(u) % 32),
            51 => "ABOUT".to_owned(),
            52..54 => "YXSHOWFORBID".to_owned(),
            54 => format!("YXNBEST {}", byte(u) % 4),
            55 => "YXSTOP".to_owned(),
            56 => {
                if byte(u) == 255 {
                    "END".to_owned()
                } else {
                    String::new()
                }
            }
            57 => "DONE".to_owned(),
            58 => self.point(u),
            59 => format!("{},1", self.point(u)),
            60 => {
                let text = match byte(u) % 8 {
                    0 => format!("INFO folder {}", "x".repeat(70)),
                    1 => format!("INFO rule 4{}", " ".repeat(70)),
                    2 => "x".repeat(90),
                    3 => "ABOUT ".repeat(20),
                    _ => format!("TURN {}{}", self.point(u), " ".repeat(70)),
                };
                return self.line(&text, 0);
            }
            61 => "HELLO 1,2".to_owned(),
            62 => match byte(u) % 4 {
                0 => "turn 99999999999999999999,0".to_owned(),
                // Two to the power of 64, and more.
                1 => "TURN 18446744073709551616,18446744073709551617".to_owned(),
                2 => return self.foul(u),
                _ => "START 18446744073709551631".to_owned(),
            },
            _ => "START".to_owned(),
        };
        self.line(&text, byte(u));
    }

    /// A foul of the opponent's, or of the engine's own: threes in two
    /// directions.
    fn foul(&mut self, u: &mut Unstructured<'_>) {
        let [rule, left, up] = [byte(u), byte(u) % 6, byte(u) % 6];
        self.side = 15;
        self.line(if rule % 2 == 0 { "INFO rule 4" } else { "INFO rule 6" }, 0);
        self.line("START 15", 0);
        for (black, white) in [((1, 2), 0), ((2, 3), 2), ((2, 4), 4), ((3, 2), 6)] {
            self.line(&format!("PLAY {},{}", left + black.0, up + black.1), 0);
            self.line(&format!("PLAY {white},14"), 0);
        }
        let word = ["TURN", "PLAY", "YXSHOWFORBID", "TURN"][usize::from(rule / 2 % 4)];
        self.line(&format!("{word} {},{}", left + 2, up + 2), 0);
    }

    /// A block of up to 31 stones, most of them one of each colour in turn.
    fn block(&mut self, u: &mut Unstructured<'_>, command: &str) {
        let [count, odd] = [byte(u), byte(u)];
        let swap2 = command == "SWAP2BOARD";
        self.line(command, 0);
        let count =
            if swap2 { [0, 3, 5, 3, 5, 2, 3, 5][usize::from(count % 8)] } else { count % 32 };
        for i in 0..count {
            let point = self.point(u);
            let field = match odd.wrapping_add(i.wrapping_mul(37)) % 16 {
                0 => 3,
                1 => 1,
                2 => 2,
                3 if odd % 4 == 0 => 4,
                _ => 1 + (i + odd / 16) % 2,
            };
            let text = if swap2 { point } else { format!("{point},{field}") };
            let pad = if odd % 16 == 9 && i == 3 { 70 } else { 0 };
            let text = text + &" ".repeat(pad);
            let wound = if odd % 8 == 7 { byte(u) } else { 0 };
            self.line(&text, wound);
        }
        if odd != 255 {
            self.line("DONE", 0);
        }
    }

    /// Writes a line; the three high bits of `how` wound it where all are set,
    /// the low ones choose its end and the wound.
    fn line(&mut self, text: &str, how: u8) {
        const NEW: [u8; 8] = [b' ', b',', b'7', b'-', 0, 0xff, b'\t', b'\r'];
        let mut line = text.as_bytes().to_vec();
        if how >= 0xe0 {
            let at = usize::from(how / 4 % 8) * 7 % (line.len() + 1);
            let new = NEW[usize::from(how % 8)];
            match how / 8 % 4 {
                0 => line.insert(at, new),
                1 if at < line.len() => line[at] = new,
                2 => line.truncate(at),
                _ => line.extend_from_within(..),
            }
        } else if how >= 0xc0 {
            line.make_ascii_lowercase();
        }
        self.bytes.extend(line);
        self.bytes.extend_from_slice([&b"\n"[..], b"\r\n", b"\r", b"\n"][usize::from(how % 4)]);
    }
}
