//! The drawings of the page's icons: paths in a box of 24 by 24, as other programs draw the same actions.

pub(crate) const BACK: &str = "M9 5L4 10l5 5M4.5 10H14a5.5 5.5 0 0 1 0 11h-3";
pub(crate) const BOARD: &str =
    "M3.5 8.5h17M8.5 3.5v17M3.5 15.5h8M15.5 3.5v8M11.5 15.5a4 4 0 1 0 8 0a4 4 0 1 0-8 0";
pub(crate) const BOLT: &str = "M13.5 3L5 13.5h6L9.5 21 19 10h-6.5z";
pub(crate) const BOOK: &str =
    "M12 6.5C9 4.5 6 4.5 3 5v13.5c3-.5 6-.5 9 1.5c3-2 6-2 9-1.5V5c-3-.5-6-.5-9 1.5V20";
pub(crate) const BOOKS: &str = "M4.5 4v16M9 4v16M13 4.8l5.2 15.2M4.5 20H9M4.5 4H9";
pub(crate) const BULB: &str = "M9 17.5h6M10 20.5h4M12 3.5a6 6 0 0 0-3.5 10.9c.5.4.7 1 .7 1.6v1.5h5.6V16c0-.6.2-1.2.7-1.6A6 6 0 0 0 12 3.5";
pub(crate) const CAP: &str = "M2 9.5L12 5l10 4.5L12 14zM6 11.8V16c3 3 9 3 12 0v-4.2M22 9.5V15";
pub(crate) const CHART: &str = "M4 4v16h16.5M7.5 15.5l3.5-5 3.5 3 5-7.5";
pub(crate) const COMPUTER: &str = "M4 5h16v11H4zM9 20h6M12 16v4";
pub(crate) const DOTS: &str = "M5 10.5a1.5 1.5 0 1 0 0 3a1.5 1.5 0 1 0 0-3M12 10.5a1.5 1.5 0 1 0 0 3a1.5 1.5 0 1 0 0-3M19 10.5a1.5 1.5 0 1 0 0 3a1.5 1.5 0 1 0 0-3";
pub(crate) const FIRST_STONES: &str =
    "M3 8h18M3 16h18M8 3v18M16 3v18M5 8a3 3 0 1 0 6 0a3 3 0 1 0-6 0M13 16a3 3 0 1 0 6 0a3 3 0 1 0-6 0";
pub(crate) const FLAG: &str = "M6 21V4.5M6 4.5c4-2 8 2 12.5 0v9c-4.5 2-8.5-2-12.5 0";
pub(crate) const FRIEND: &str =
    "M9 5a3 3 0 1 0 0 6a3 3 0 1 0 0-6M3 19c0-4 2.5-6 6-6s6 2 6 6M18.5 8v6M15.5 11h6";
pub(crate) const FRIENDS: &str = "M8.5 5a3 3 0 1 0 0 6a3 3 0 1 0 0-6M15.5 5a3 3 0 1 1 0 6M2.5 19c0-4 2.5-6 6-6s6 2 6 6M16.5 13.3c3 .5 5 2.5 5 5.7";
pub(crate) const GLOBE: &str = "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M3.5 12h17M12 3.5c-4.5 5-4.5 12 0 17M12 3.5c4.5 5 4.5 12 0 17";
pub(crate) const NOW: &str = "M5 5l8 7-8 7zM14 5l6 7-6 7z";
pub(crate) const PLUS: &str = "M12 4.5v15M4.5 12h15";
pub(crate) const PUZZLE: &str = "M4 7.5h4.2a2.3 2.3 0 1 1 4.4 0H17v4.2a2.3 2.3 0 1 1 0 4.4v4.4H4z";
pub(crate) const QUESTION: &str = "M8.5 9a3.5 3.5 0 1 1 5.2 3.1c-1.2.7-1.7 1.4-1.7 2.9M12 18.6v.1";
pub(crate) const SHARE: &str = "M12 14.5V3.5M8 7l4-4 4 4M6.5 11H5v9.5h14V11h-1.5";
pub(crate) const SLIDERS: &str = "M3.5 7h10M18.5 7h2M16 4.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5M3.5 17h2M10.5 17h10M8 14.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5";
pub(crate) const SUN: &str = "M12 7.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4";
pub(crate) const SWAP: &str = "M4 8.5h14M14.5 5L18 8.5 14.5 12M20 15.5H6M9.5 12L6 15.5 9.5 19";
pub(crate) const TURN: &str = "M4 4v16h16.5M7 8l4 2.5 3 5.5 5.5 1";
