//! The numbers of the evaluation. They are its definition, so that both roads
//! share them. `cargo xtask tune` writes this file.
//!
//! A cell is worth so many quarters of a unit by the [`Shape`]s that a stone makes
//! there in the four directions, in whatever order. Each line is named by the two
//! strongest of the four; on it stand all pairs of the other two: nothing with
//! nothing, closed two with nothing, closed two with closed two, two with nothing,
//! and so on.
//!
//! [`Shape`]: crate::gomoku::shapes::Shape

use super::worth::CLASSES;

/// What the turn itself is worth.
pub(super) const TEMPO: i32 = 0;

/// What a cell is worth to the side whose turn it is.
#[rustfmt::skip]
pub(super) const MOVER: [i16; CLASSES] = [
    // Nothing, nothing.
    0,
    // Closed two, nothing.
    10,
    // Closed two, closed two.
    20, 30, 40,
    // Two, nothing.
    30,
    // Two, closed two.
    40, 50, 60,
    // Two, two.
    60, 70, 80, 90, 100, 120,
    // Closed three, nothing.
    40,
    // Closed three, closed two.
    50, 60, 70,
    // Closed three, two.
    70, 80, 90, 100, 110, 130,
    // Closed three, closed three.
    80, 90, 100, 110, 120, 140, 120, 130, 150, 160,
    // Three, nothing.
    120,
    // Three, closed two.
    130, 140, 150,
    // Three, two.
    150, 160, 170, 180, 190, 210,
    // Three, closed three.
    160, 170, 180, 190, 200, 220, 200, 210, 230, 240,
    // Three, three.
    240, 250, 260, 270, 280, 300, 280, 290, 310, 320, 360, 370, 390, 400, 480,
    // Four, nothing.
    140,
    // Four, closed two.
    150, 160, 170,
    // Four, two.
    170, 180, 190, 200, 210, 230,
    // Four, closed three.
    180, 190, 200, 210, 220, 240, 220, 230, 250, 260,
    // Four, three.
    260, 270, 280, 290, 300, 320, 300, 310, 330, 340, 380, 390, 410, 420, 500,
    // Four, four.
    280, 290, 300, 310, 320, 340, 320, 330, 350, 360, 400, 410, 430, 440, 520, 420, 430, 450, 460,
    540, 560,
    // Straight four, nothing.
    450,
    // Straight four, closed two.
    460, 470, 480,
    // Straight four, two.
    480, 490, 500, 510, 520, 540,
    // Straight four, closed three.
    490, 500, 510, 520, 530, 550, 530, 540, 560, 570,
    // Straight four, three.
    570, 580, 590, 600, 610, 630, 610, 620, 640, 650, 690, 700, 720, 730, 810,
    // Straight four, four.
    590, 600, 610, 620, 630, 650, 630, 640, 660, 670, 710, 720, 740, 750, 830, 730, 740, 760, 770,
    850, 870,
    // Straight four, straight four.
    900, 910, 920, 930, 940, 960, 940, 950, 970, 980, 1020, 1030, 1050, 1060, 1140, 1040, 1050,
    1070, 1080, 1160, 1180, 1350, 1360, 1380, 1390, 1470, 1490, 1800,
    // Five, nothing.
    1000,
    // Five, closed two.
    1010, 1020, 1030,
    // Five, two.
    1030, 1040, 1050, 1060, 1070, 1090,
    // Five, closed three.
    1040, 1050, 1060, 1070, 1080, 1100, 1080, 1090, 1110, 1120,
    // Five, three.
    1120, 1130, 1140, 1150, 1160, 1180, 1160, 1170, 1190, 1200, 1240, 1250, 1270, 1280, 1360,
    // Five, four.
    1140, 1150, 1160, 1170, 1180, 1200, 1180, 1190, 1210, 1220, 1260, 1270, 1290, 1300, 1380, 1280,
    1290, 1310, 1320, 1400, 1420,
    // Five, straight four.
    1450, 1460, 1470, 1480, 1490, 1510, 1490, 1500, 1520, 1530, 1570, 1580, 1600, 1610, 1690, 1590,
    1600, 1620, 1630, 1710, 1730, 1900, 1910, 1930, 1940, 2020, 2040, 2350,
    // Five, five.
    2000, 2010, 2020, 2030, 2040, 2060, 2040, 2050, 2070, 2080, 2120, 2130, 2150, 2160, 2240, 2140,
    2150, 2170, 2180, 2260, 2280, 2450, 2460, 2480, 2490, 2570, 2590, 2900, 3000, 3010, 3030, 3040,
    3120, 3140, 3450, 4000,
];

/// What a cell is worth to the side that waits.
#[rustfmt::skip]
pub(super) const WAITER: [i16; CLASSES] = [
    // Nothing, nothing.
    0,
    // Closed two, nothing.
    8,
    // Closed two, closed two.
    16, 24, 32,
    // Two, nothing.
    24,
    // Two, closed two.
    32, 40, 48,
    // Two, two.
    48, 56, 64, 72, 80, 96,
    // Closed three, nothing.
    32,
    // Closed three, closed two.
    40, 48, 56,
    // Closed three, two.
    56, 64, 72, 80, 88, 104,
    // Closed three, closed three.
    64, 72, 80, 88, 96, 112, 96, 104, 120, 128,
    // Three, nothing.
    96,
    // Three, closed two.
    104, 112, 120,
    // Three, two.
    120, 128, 136, 144, 152, 168,
    // Three, closed three.
    128, 136, 144, 152, 160, 176, 160, 168, 184, 192,
    // Three, three.
    192, 200, 208, 216, 224, 240, 224, 232, 248, 256, 288, 296, 312, 320, 384,
    // Four, nothing.
    112,
    // Four, closed two.
    120, 128, 136,
    // Four, two.
    136, 144, 152, 160, 168, 184,
    // Four, closed three.
    144, 152, 160, 168, 176, 192, 176, 184, 200, 208,
    // Four, three.
    208, 216, 224, 232, 240, 256, 240, 248, 264, 272, 304, 312, 328, 336, 400,
    // Four, four.
    224, 232, 240, 248, 256, 272, 256, 264, 280, 288, 320, 328, 344, 352, 416, 336, 344, 360, 368,
    432, 448,
    // Straight four, nothing.
    360,
    // Straight four, closed two.
    368, 376, 384,
    // Straight four, two.
    384, 392, 400, 408, 416, 432,
    // Straight four, closed three.
    392, 400, 408, 416, 424, 440, 424, 432, 448, 456,
    // Straight four, three.
    456, 464, 472, 480, 488, 504, 488, 496, 512, 520, 552, 560, 576, 584, 648,
    // Straight four, four.
    472, 480, 488, 496, 504, 520, 504, 512, 528, 536, 568, 576, 592, 600, 664, 584, 592, 608, 616,
    680, 696,
    // Straight four, straight four.
    720, 728, 736, 744, 752, 768, 752, 760, 776, 784, 816, 824, 840, 848, 912, 832, 840, 856, 864,
    928, 944, 1080, 1088, 1104, 1112, 1176, 1192, 1440,
    // Five, nothing.
    800,
    // Five, closed two.
    808, 816, 824,
    // Five, two.
    824, 832, 840, 848, 856, 872,
    // Five, closed three.
    832, 840, 848, 856, 864, 880, 864, 872, 888, 896,
    // Five, three.
    896, 904, 912, 920, 928, 944, 928, 936, 952, 960, 992, 1000, 1016, 1024, 1088,
    // Five, four.
    912, 920, 928, 936, 944, 960, 944, 952, 968, 976, 1008, 1016, 1032, 1040, 1104, 1024, 1032,
    1048, 1056, 1120, 1136,
    // Five, straight four.
    1160, 1168, 1176, 1184, 1192, 1208, 1192, 1200, 1216, 1224, 1256, 1264, 1280, 1288, 1352, 1272,
    1280, 1296, 1304, 1368, 1384, 1520, 1528, 1544, 1552, 1616, 1632, 1880,
    // Five, five.
    1600, 1608, 1616, 1624, 1632, 1648, 1632, 1640, 1656, 1664, 1696, 1704, 1720, 1728, 1792, 1712,
    1720, 1736, 1744, 1808, 1824, 1960, 1968, 1984, 1992, 2056, 2072, 2320, 2400, 2408, 2424, 2432,
    2496, 2512, 2760, 3200,
];
