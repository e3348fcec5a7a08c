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
pub(super) const TEMPO: i32 = 170;

/// What a cell is worth to the side whose turn it is.
#[rustfmt::skip]
pub(super) const MOVER: [i16; CLASSES] = [
    // Nothing, nothing.
    0,
    // Closed two, nothing.
    -8,
    // Closed two, closed two.
    -10, 7, -39,
    // Two, nothing.
    -31,
    // Two, closed two.
    15, 28, 26,
    // Two, two.
    -16, 37, 67, 26, 44, -116,
    // Closed three, nothing.
    46,
    // Closed three, closed two.
    62, 94, 93,
    // Closed three, two.
    125, 112, 175, 188, 100, -74,
    // Closed three, closed three.
    134, 145, 237, 252, 153, 214, 425, 667, 381, 317,
    // Three, nothing.
    86,
    // Three, closed two.
    132, 179, 217,
    // Three, two.
    251, 209, 317, 288, 183, 130,
    // Three, closed three.
    308, 362, 460, 395, 347, 52, 602, 269, 701, 43,
    // Three, three.
    522, 631, 581, 548, 257, 227, 758, 845, 313, 717, 736, -29, 321, 689, 590,
    // Four, nothing.
    262,
    // Four, closed two.
    281, 294, 442,
    // Four, two.
    663, 743, 892, 899, 908, 927,
    // Four, closed three.
    694, 639, 942, 963, 974, 1006, 987, 895, 1001, 935,
    // Four, three.
    1061, 1074, 1076, 1085, 1089, 1113, 1114, 1104, 1122, 1097, 1169, 1159, 1176, 623, 637,
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
    -6,
    // Closed two, closed two.
    -24, 22, -87,
    // Two, nothing.
    -36,
    // Two, closed two.
    -6, 14, 23,
    // Two, two.
    -39, -3, 26, 42, 55, 158,
    // Closed three, nothing.
    62,
    // Closed three, closed two.
    37, 130, 163,
    // Closed three, two.
    100, 75, 183, 131, 84, -15,
    // Closed three, closed three.
    48, 152, 344, 136, 118, -68, 220, 116, 98, 268,
    // Three, nothing.
    44,
    // Three, closed two.
    47, 52, 113,
    // Three, two.
    163, 64, 140, 253, 155, 335,
    // Three, closed three.
    92, 83, 182, 103, 48, -80, 34, -68, 214, -535,
    // Three, three.
    139, 7, 29, 153, -257, -146, -152, -89, -415, 324, -314, -436, -336, 100, 130,
    // Four, nothing.
    310,
    // Four, closed two.
    341, 379, 485,
    // Four, two.
    556, 587, 721, 782, 803, 758,
    // Four, closed three.
    382, 443, 772, 690, 628, 696, 665, 378, 941, -179,
    // Four, three.
    905, 852, 889, 921, 707, 892, 643, 619, 361, 914, 131, -255, -381, -97, 297,
    // Four, four.
    -204, -114, 432, -35, -218, 45, 535, 245, 163, 91, 382, 530, 404, 232, 416, -218, 344, 360, 368,
    432, 448,
    // Straight four, nothing.
    724,
    // Straight four, closed two.
    733, 651, 652,
    // Straight four, two.
    950, 941, 973, 1063, 1077, 1049,
    // Straight four, closed three.
    447, 558, 916, 668, 896, 514, 427, 270, 0, -328,
    // Straight four, three.
    -67, -127, -325, 167, -217, 698, -288, 24, -14, -207, -216, 961, 250, 791, 648,
    // Straight four, four.
    -275, -325, 93, -164, 105, 65, 37, 543, 396, 766, 490, 576, 459, 659, 664, 643, 592, 608, 616,
    680, 696,
    // Straight four, straight four.
    -91, 512, 736, 288, 558, 768, 128, 760, 776, 784, 476, 824, 840, 848, 912, 832, 840, 856, 864,
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
