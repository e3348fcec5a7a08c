//! Limits, tables, and the work that they take.

use super::*;
use crate::octal::Code;

fn ruleset(code: &str) -> Ruleset {
    code.parse::<Code>().unwrap().ruleset()
}

/// What the classes of values save would show here first.
#[test]
fn the_work_is_what_it_was() {
    for (code, heap, nodes) in [
        ("0.3", 5_000, 0),
        ("0.77", 5_000, 8_319),
        ("0.007", 1_000, 261_573),
        ("0.16", 5_000, 676_885),
        ("0.106", 5_000, 285_707),
        ("4.7", 2_000, 4_129),
        ("0.8", 300, 14_850),
        ("0.F7", 300, 61_339),
    ] {
        let mut optimized = Optimized::new(ruleset(code));
        optimized.values(heap).unwrap();
        assert_eq!(optimized.nodes(), nodes, "{code}");
    }
}

#[test]
fn a_table_ends_at_the_largest_heap() {
    let most = Optimized::MAX_HEAP;
    assert_eq!(entries(most), Ok(most as usize + 1));
    assert_eq!(
        Optimized::new(Ruleset::painting()).values(most + 1).unwrap_err().to_string(),
        format!(
            "a table of the heaps up to {} is beyond the limit: a table ends at {most}",
            most + 1
        )
    );
    let Refusal::OutOfMemory { bytes, .. } = out_of_memory(1_000) else { panic!("no memory") };
    assert_eq!(bytes, 2_000, "two bytes a value");
}

#[test]
fn a_table_is_as_long_as_it_is_asked_for() {
    let mut optimized = Optimized::new(ruleset("0.77"));
    optimized.values(1_000).unwrap();
    assert!(optimized.period.is_some());
    assert!(optimized.values.capacity() < 2 * (1_000 + LANES));
    for last in [1_003, 1_004, 1_100] {
        optimized.values(last).unwrap();
        assert_eq!(optimized.values.len() as u64, last + 1);
    }
}

#[test]
fn a_period_is_looked_for_a_tenth_later_at_least() {
    assert_eq!(next_look(105, 106), 115);
    assert_eq!(next_look(105, 116), 116);
    assert_eq!(next_look(105, 1_000), 210);
}

#[test]
fn heaps_beyond_the_table_take_a_period() {
    let value = |optimized: &mut Optimized, heap| optimized.solve(&heap).unwrap().value;
    let mut kayles = Optimized::new(ruleset("0.77"));
    // 2^64 - 1 is 3 more than a multiple of 12.
    let far = value(&mut kayles, u64::MAX);
    let values = kayles.values(200).unwrap().to_vec();
    assert_eq!(far, values[75]);
    assert_eq!(kayles.period.map(|period| period.preperiod), Some(71));
    for heap in [0, 9, 70, 71, 72, 83, 200] {
        assert_eq!(value(&mut kayles, heap), values[heap as usize], "{heap}");
    }

    // None is known of this one.
    let mut endless = Optimized::new(ruleset("0.007"));
    value(&mut endless, 1_000);
    assert_eq!(endless.nodes(), 261_573, "no heap beyond is worked out");
    let known = endless.values.len();
    for (nodes, heaps) in [(0, known), (1, known + known / 16 + LANES)] {
        endless.nodes = Optimized::MAX_SEARCH - nodes;
        let refusal = endless.solve(&(Optimized::MAX_HEAP + 1)).unwrap_err().to_string();
        let said = format!("no period is proved by the first {} heaps", endless.values.len());
        assert!(refusal.contains(&said), "{refusal}");
        let len = endless.values.len();
        assert!(len.abs_diff(heaps) < LANES, "{len} of {heaps}");
    }
}

#[test]
fn heaps_times_values_are_bounded_where_a_move_leaves_three() {
    let take = Take { tokens: 255, heaps: 0b1000, beside: 0 };
    let mut optimized = Optimized::new(Ruleset::new([take]).unwrap());
    optimized.values = vec![0; 65];
    // 64 tokens are too few to take any, so that nothing is to be done.
    optimized.bound = Optimized::MAX_PAIRS / 64;
    assert_eq!(optimized.mark_triples(64, 0), Ok(()));
    assert_eq!(
        optimized.mark_triples(65, 0).unwrap_err().to_string(),
        "a heap of 65 that may be broken into three is beyond the limit: the product of heaps \
         and values goes to 67108864; the value before is 0"
    );
}
