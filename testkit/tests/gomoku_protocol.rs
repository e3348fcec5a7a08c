//! Conversations with the engine, each of them an edge that some engine fell
//! over, and games that are played to their ends.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use tesuji_core::gomoku::{Cell, Rule};
use tesuji_engine::protocol::{Lines, Reply, parse, parse_line};
use tesuji_engine::session::Session;
use tesuji_engine::think::Engine;
use tesuji_testkit::conversation::{self, Step};
use tesuji_testkit::oracle::gomoku_protocol::Referee;

/// The conversations, by name.
fn conversations() -> Vec<(String, Vec<Step>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/protocol");
    let mut found: Vec<(String, Vec<Step>)> = fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| {
            let path = entry.expect("an entry can be read").path();
            let name = path.file_stem().expect("a name").display().to_string();
            let text = fs::read_to_string(&path).expect("text");
            let steps =
                conversation::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            (name, steps)
        })
        .collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

/// Holds one conversation; what is wrong with it.
fn hold(
    steps: &[Step],
    mut engine: impl FnMut(&[u8]) -> Vec<(Vec<u8>, bool, Vec<String>)>,
) -> Result<(), String> {
    let mut referee = Referee::new();
    for step in steps {
        let at = |why: String| format!("line {}: {why}", step.line);
        let mut lines: Vec<String> = Vec::new();
        for (line, cut, replies) in engine(&step.sent) {
            referee.hear(&line, cut, &replies).map_err(at)?;
            lines.extend(replies);
        }
        let mut rest = lines.as_slice();
        for answer in &step.answers {
            let end = rest.iter().position(|line| !line.starts_with("MESSAGE "));
            let (taken, left) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
            answer.hold(taken).map_err(at)?;
            rest = left;
        }
        if !rest.is_empty() {
            return Err(at(format!("{rest:?} was not expected")));
        }
    }
    Ok(())
}

#[test]
fn conversations_go_as_they_should() {
    let all = conversations();
    assert!(all.len() >= 34, "{}", all.len());
    let mut wrong = Vec::new();
    for (name, steps) in all {
        let mut session = Session::new(Engine::default());
        let result = hold(&steps, |bytes| {
            let mut lines = Lines::new(bytes, tesuji_engine::protocol::LONGEST);
            let mut heard = Vec::new();
            while let Some(line) = lines.next().expect("bytes can be read") {
                let replies = session.handle(&parse_line(&line));
                let replies = replies.iter().map(Reply::to_string).collect();
                heard.push((line.bytes, line.cut, replies));
            }
            heard
        });
        if let Err(why) = result {
            wrong.push(format!("{name}, {why}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_conversation_that_goes_wrong_is_seen() {
    let steps = |text| conversation::parse(text).expect("a conversation");
    let replies = |answer: &'static str| {
        move |bytes: &[u8]| {
            let line = bytes.strip_suffix(b"\n").expect("a line").to_vec();
            vec![(line, false, answer.split('/').map(str::to_owned).collect())]
        }
    };
    assert_eq!(hold(&steps("> START 15\n< OK\n"), replies("OK")), Ok(()));
    for (text, answer) in [
        ("> START 15\n< ERROR *\n", "OK"),
        ("> START 15\n< OK\n", "OK/OK"),
        ("> START 15\n< OK\n", "ERROR no"),
        ("> START 15\n", "OK"),
        ("> START 4\n< OK\n", "OK"),
        ("> START 15\n<? MESSAGE x\n< OK\n", "MESSAGE y/OK"),
        ("> ABOUT\n< *\n", "tesuji"),
    ] {
        assert!(hold(&steps(text), replies(answer)).is_err(), "{text}{answer}");
    }
}

fn say(session: &mut Session<Engine>, line: &str) -> Vec<Reply> {
    session.handle(&parse(line.as_bytes()))
}

/// Plays a game of two engines against each other to its end, a referee
/// listening to both; the number of moves.
fn game(sides: (u8, u8), rule: u8, nodes: u64) -> usize {
    let mut players = [(); 2].map(|()| (Session::new(Engine::with_nodes(nodes)), Referee::new()));
    let mut hear = |player: usize, line: &str| {
        let (session, referee) = &mut players[player];
        let replies: Vec<String> = say(session, line).iter().map(Reply::to_string).collect();
        let judged = referee.hear(line.as_bytes(), false, &replies);
        judged.and_then(|()| referee.agrees(session.position())).unwrap_or_else(|why| {
            panic!("{why}\nto {line}: {replies:?}\n{referee}");
        });
        replies.last().cloned()
    };
    for player in 0..2 {
        hear(player, &format!("INFO rule {rule}"));
        hear(player, &format!("RECTSTART {},{}", sides.0, sides.1));
    }
    let mut answer = hear(0, "BEGIN").expect("a move");
    for ply in 1.. {
        let next = hear(ply % 2, &format!("TURN {answer}")).expect("an answer");
        if next.starts_with("ERROR the game is over") {
            return ply;
        }
        answer = next;
    }
    unreachable!("a board is full some day")
}

#[test]
fn games_are_played_to_their_ends() {
    for rule in [0, 1, 2, 3, 4, 6, 8, 9, 10, 11] {
        for (sides, nodes) in [((5, 5), 50), ((5, 9), 100), ((15, 15), 200), ((20, 20), 20)] {
            let plies = game(sides, rule, nodes);
            let all = usize::from(sides.0) * usize::from(sides.1);
            assert!((9..=all).contains(&plies), "{plies} plies under {rule} on {sides:?}");
            if rule & 2 != 0 && rule != 6 {
                assert_eq!(plies, all, "a continuous game fills the board");
            }
        }
    }
}

#[test]
fn the_same_budget_of_nodes_plays_the_same_moves() {
    let line = |_: usize| {
        let mut session = Session::new(Engine::with_nodes(3_000));
        let mut said = Vec::new();
        for command in ["START 15", "TURN 7,7", "TURN 6,7", "TURN 9,9", "YXNBEST 2"] {
            said.extend(say(&mut session, command).into_iter().filter(Reply::is_answer));
        }
        said
    };
    assert_eq!(line(0), line(1));
}

#[test]
fn a_raised_flag_is_answered_at_once_by_a_legal_move() {
    let stop = Arc::new(AtomicBool::new(true));
    let mut session = Session::new(Engine::stopped_by(Arc::clone(&stop)));
    say(&mut session, "START 15");
    say(&mut session, "INFO timeout_turn 3600000");
    for command in ["BEGIN", "TURN 0,0", "TURN 1,0", "YXNBEST 3"] {
        assert!(matches!(say(&mut session, command).last(), Some(Reply::Moves(_))), "{command}");
    }
    assert!(stop.load(Relaxed), "the engine lowers no flag that others raised");
    let stones = ["8,8,1", "8,9,2", "9,8,1", "1,8,2", "7,8,1", "10,8,1", "3,3,2", "5,3,2"];
    let mut block = vec!["BOARD"];
    block.extend(stones);
    block.push("DONE");
    let answer = block.into_iter().flat_map(|line| say(&mut session, line)).last();
    let five = |text: &str| Reply::Moves(vec![text.parse::<Cell>().expect("a cell")]);
    assert!(answer == Some(five("g9")) || answer == Some(five("l9")), "{answer:?}");
}

#[test]
fn what_a_manager_tells_is_kept() {
    let mut session = Session::new(Engine::default());
    let told = [
        "INFO timeout_turn 500",
        "INFO timeout_match 60000",
        "INFO time_left 59000",
        "INFO max_memory 83886080",
        "INFO max_node 1000",
        "INFO max_depth 7",
        "INFO thread_num 2",
        "INFO hash_size 2048",
        "INFO rule 9",
    ];
    for line in told {
        assert!(say(&mut session, line).is_empty());
    }
    let settings = session.settings().clone();
    assert_eq!(settings.timeout_turn, Some(500));
    assert_eq!(settings.left(), Some(std::time::Duration::from_secs(59)));
    assert_eq!(settings.memory(), Some(83_886_080));
    assert_eq!((settings.max_node, settings.max_depth), (Some(1000), Some(7)));
    assert_eq!((settings.thread_num, settings.hash_size), (Some(2), Some(2048)));
    assert_eq!((settings.rule, settings.continuous), (Rule::CaroExact, false));
    for line in ["INFO max_node 0", "INFO max_depth -1", "INFO max_memory 0", "INFO rule 3"] {
        say(&mut session, line);
    }
    let settings = session.settings();
    assert_eq!((settings.max_node, settings.max_depth, settings.memory()), (None, None, None));
    assert_eq!((settings.rule, settings.continuous), (Rule::Standard, true));
}
