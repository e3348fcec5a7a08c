//! A line to a command. Total: any bytes give a command or a fault.

use super::{Command, Fault, Info, Line, Point};

/// The longest line that is read as a command, in bytes: room for a path, and
/// hundreds of times the longest command without one.
pub const LONGEST: usize = 4096;

/// Characters of a word that is quoted back.
const QUOTED: usize = 24;

/// The command of a line, which may be cut.
///
/// # Errors
/// As [`parse`]; of a line that is cut nothing is believed but its first word,
/// and that only where the word is whole.
pub fn parse_line(line: &Line) -> Result<Command, Fault> {
    if !line.cut {
        return parse(&line.bytes);
    }
    let (word, rest) = first_word(line.bytes.trim_ascii_start());
    let Some(command) = known(word).filter(|_| !rest.is_empty()) else {
        return Err(Fault::Unknown(quoted(word)));
    };
    match parse(&line.bytes) {
        // What is ignored may be of any length, and so may the rest of a line
        // whose command takes nothing.
        Ok(Command::Info(_)) => Ok(Command::Info(Info::Ignored)),
        Ok(command) if takes_nothing(&command) => Ok(command),
        _ => Err(Fault::TooLong { command }),
    }
}

/// The command of a whole line without its end.
///
/// # Errors
/// [`Fault::Unknown`] where the first word is no command,
/// [`Fault::Malformed`] where what follows it is wrong.
pub fn parse(line: &[u8]) -> Result<Command, Fault> {
    let line = line.trim_ascii();
    let (word, rest) = first_word(line);
    let rest = rest.trim_ascii();
    let Some(command) = known(word) else {
        return bare(line, word);
    };
    let malformed = |expected| Fault::Malformed { command, expected };
    let one = || number(rest).ok_or(malformed("one number"));
    let two = || point(rest).ok_or(malformed("x,y"));
    Ok(match command {
        "START" => Command::Start(number(rest).ok_or(malformed("a size"))?),
        "RECTSTART" => {
            let size = point(rest).ok_or(malformed("width,height"))?;
            Command::RectStart(size.x, size.y)
        }
        "RESTART" => Command::Restart,
        "BEGIN" => Command::Begin,
        "TURN" => Command::Turn(two()?),
        "PLAY" => Command::Play(two()?),
        "TAKEBACK" => Command::TakeBack(two()?),
        "BOARD" => Command::Board,
        "SWAP2BOARD" => Command::Swap2Board,
        "DONE" => Command::Done,
        "INFO" => Command::Info(info(rest)),
        "ABOUT" => Command::About,
        "END" => Command::End,
        "YXSHOWFORBID" => Command::ShowForbid,
        "YXNBEST" => Command::NBest(one()?),
        _ => Command::Stop,
    })
}

/// Every command's word.
const WORDS: [&str; 16] = [
    "START",
    "RECTSTART",
    "RESTART",
    "BEGIN",
    "TURN",
    "PLAY",
    "TAKEBACK",
    "BOARD",
    "SWAP2BOARD",
    "DONE",
    "INFO",
    "ABOUT",
    "END",
    "YXSHOWFORBID",
    "YXNBEST",
    "YXSTOP",
];

fn known(word: &[u8]) -> Option<&'static str> {
    WORDS.into_iter().find(|known| known.as_bytes().eq_ignore_ascii_case(word))
}

fn takes_nothing(command: &Command) -> bool {
    matches!(
        command,
        Command::Restart
            | Command::Begin
            | Command::Board
            | Command::Swap2Board
            | Command::Done
            | Command::About
            | Command::End
            | Command::ShowForbid
            | Command::Stop
    )
}

/// A line that begins with no command: nothing, a line of a block, or a fault.
fn bare(line: &[u8], word: &[u8]) -> Result<Command, Fault> {
    if line.is_empty() {
        return Ok(Command::Blank);
    }
    let numbers: Option<Vec<u64>> = line.splitn(4, |&byte| byte == b',').map(number).collect();
    match numbers.as_deref() {
        Some(&[x, y]) => Ok(Command::Stone(Point { x, y })),
        Some(&[x, y, field]) => Ok(Command::Field(Point { x, y }, field)),
        _ => Err(Fault::Unknown(quoted(word))),
    }
}

fn first_word(line: &[u8]) -> (&[u8], &[u8]) {
    let end = line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len());
    line.split_at(end)
}

/// The word as it can be put into a line of text: printable ASCII, and no
/// longer than is needed to recognise it.
fn quoted(word: &[u8]) -> String {
    let mut text: String = word
        .iter()
        .take(QUOTED)
        .map(|&byte| if byte.is_ascii_graphic() { char::from(byte) } else { '?' })
        .collect();
    if word.len() > QUOTED {
        text.push_str("...");
    }
    text
}

/// Digits with blanks around, at most all of them; beyond 64 bits the largest
/// number.
fn number(text: &[u8]) -> Option<u64> {
    let digits = text.trim_ascii();
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let step =
        |number: u64, digit: &u8| number.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
    Some(digits.iter().fold(0, step))
}

fn point(text: &[u8]) -> Option<Point> {
    let comma = text.iter().position(|&byte| byte == b',')?;
    Some(Point { x: number(&text[..comma])?, y: number(&text[comma + 1..])? })
}

/// A whole number with or without a sign.
fn signed(text: &[u8]) -> Option<i64> {
    let (sign, digits) = match text {
        [b'-', digits @ ..] => (-1, digits),
        [b'+', digits @ ..] => (1, digits),
        digits => (1, digits),
    };
    // No blank between sign and digits.
    if digits.first().is_none_or(u8::is_ascii_whitespace) {
        return None;
    }
    Some(sign * i64::try_from(number(digits)?).unwrap_or(i64::MAX))
}

fn info(text: &[u8]) -> Info {
    let (key, rest) = first_word(text);
    let value = signed(first_word(rest.trim_ascii()).0);
    let key = key.to_ascii_lowercase();
    if key == b"rule" {
        return Info::Rule(value);
    }
    let Some(value) = value else { return Info::Ignored };
    match key.as_slice() {
        b"timeout_turn" => Info::TimeoutTurn(value),
        b"timeout_match" => Info::TimeoutMatch(value),
        b"time_left" => Info::TimeLeft(value),
        b"max_memory" => Info::MaxMemory(value),
        b"max_node" => Info::MaxNode(value),
        b"max_depth" => Info::MaxDepth(value),
        b"thread_num" => Info::ThreadNum(value),
        b"hash_size" => Info::HashSize(value),
        _ => Info::Ignored,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: u64, y: u64) -> Point {
        Point { x, y }
    }

    #[test]
    fn commands_are_read_in_any_case_and_with_blanks() {
        assert_eq!(parse(b"START 15"), Ok(Command::Start(15)));
        assert_eq!(parse(b" \tstart\t015  "), Ok(Command::Start(15)));
        assert_eq!(parse(b"RectStart 20 , 15"), Ok(Command::RectStart(20, 15)));
        assert_eq!(parse(b"turn 7,8"), Ok(Command::Turn(point(7, 8))));
        assert_eq!(parse(b"PLAY  0,0"), Ok(Command::Play(point(0, 0))));
        assert_eq!(parse(b"7 ,7, 1"), Ok(Command::Field(point(7, 7), 1)));
        assert_eq!(parse(b"7,7"), Ok(Command::Stone(point(7, 7))));
        assert_eq!(parse(b"done"), Ok(Command::Done));
        assert_eq!(parse(b"END of it"), Ok(Command::End));
        assert_eq!(parse(b"yxnbest 3"), Ok(Command::NBest(3)));
        for blank in [&b""[..], b" ", b"\t \t"] {
            assert_eq!(parse(blank), Ok(Command::Blank));
        }
    }

    #[test]
    fn wrong_parameters_name_the_command() {
        let lines = [
            "START",
            "START x",
            "START -15",
            "START 15.0",
            "START 15 15",
            "RECTSTART 15",
            "RECTSTART 15,",
            "RECTSTART 15x15",
            "TURN",
            "TURN 7",
            "TURN 7,",
            "TURN ,7",
            "TURN 7,7,1",
            "TURN 7 7",
            "TURN -1,7",
            "TURN 7,+7",
            "TURN \u{0667},7",
            "TAKEBACK h8",
            "PLAY 7;7",
            "YXNBEST",
            "YXNBEST -1",
        ];
        for line in lines {
            let command = line.split(' ').next().expect("a word");
            match parse(line.as_bytes()) {
                Err(Fault::Malformed { command: named, .. }) => assert_eq!(named, command),
                other => panic!("{line}: {other:?}"),
            }
        }
    }

    #[test]
    fn other_lines_are_unknown_and_quoted_harmlessly() {
        let unknown = |line: &[u8]| match parse(line) {
            Err(Fault::Unknown(word)) => word,
            other => panic!("{}: {other:?}", line.escape_ascii()),
        };
        assert_eq!(unknown(b"HELLO world"), "HELLO");
        assert_eq!(unknown(b"TURN7,7"), "TURN7,7");
        assert_eq!(unknown(b"1,2,3,4"), "1,2,3,4");
        assert_eq!(unknown(b"7,-7"), "7,-7");
        assert_eq!(unknown(b"\x1b[2J\xff\x00"), "?[2J??");
        assert_eq!(unknown("ＳＴＡＲＴ 15".as_bytes()), "???????????????");
        assert_eq!(unknown(&[b'x'; 100]).len(), QUOTED + 3);
    }

    #[test]
    fn numbers_beyond_64_bits_are_the_largest() {
        assert_eq!(parse(b"START 99999999999999999999999"), Ok(Command::Start(u64::MAX)));
        let huge = Info::TimeLeft(i64::MAX);
        assert_eq!(parse(b"INFO time_left 99999999999999999999"), Ok(Command::Info(huge)));
        let low = Info::TimeLeft(-i64::MAX);
        assert_eq!(parse(b"INFO time_left -99999999999999999999"), Ok(Command::Info(low)));
        assert_eq!(parse(&[b'1'; 4000]), Err(Fault::Unknown("1".repeat(QUOTED) + "...")));
    }

    #[test]
    fn information_that_says_nothing_is_ignored() {
        let info = |text: &str| match parse(text.as_bytes()) {
            Ok(Command::Info(info)) => info,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(info("INFO timeout_turn 0"), Info::TimeoutTurn(0));
        assert_eq!(info("info TIMEOUT_TURN +5000 ms"), Info::TimeoutTurn(5000));
        assert_eq!(info("INFO max_node -1"), Info::MaxNode(-1));
        assert_eq!(info("INFO rule 9"), Info::Rule(Some(9)));
        assert_eq!(info("INFO rule nine"), Info::Rule(None));
        for nothing in [
            "INFO",
            "INFO timeout_turn",
            "INFO timeout_turn soon",
            "INFO timeout_turn - 5",
            "INFO timeout_turn -",
            "INFO timeout_turn 5.5",
            "INFO game_type 1",
            "INFO folder C:\\Program Files",
            "INFO evaluate 7,7",
        ] {
            assert_eq!(info(nothing), Info::Ignored, "{nothing}");
        }
    }

    #[test]
    fn of_a_cut_line_only_its_command_is_known() {
        let cut = |text: &[u8]| parse_line(&Line { bytes: text.to_vec(), cut: true });
        assert_eq!(cut(b"TURN 7,7"), Err(Fault::TooLong { command: "TURN" }));
        assert_eq!(cut(b"START 15"), Err(Fault::TooLong { command: "START" }));
        assert_eq!(cut(b"7,7,1"), Err(Fault::Unknown("7,7,1".into())));
        assert_eq!(cut(b"INFO folder /"), Ok(Command::Info(Info::Ignored)));
        assert_eq!(cut(b"INFO timeout_turn 5"), Ok(Command::Info(Info::Ignored)));
        assert_eq!(cut(b"END of "), Ok(Command::End));
        // The word itself may go on.
        assert_eq!(cut(b"END"), Err(Fault::Unknown("END".into())));
        assert_eq!(cut(b"xxx"), Err(Fault::Unknown("xxx".into())));
        assert_eq!(cut(b"   "), Err(Fault::Unknown(String::new())));
    }
}
