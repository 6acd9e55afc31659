//! Rules by the names that files have for them.

use crate::Rule;

/// What the name of a rule means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// The rule's own name, or another that leaves no doubt.
    Told(Rule),
    /// A number, an opening protocol, or other words from which the rule follows as a guess.
    Guessed(Rule),
    /// Nothing that is known.
    Unknown,
}

impl Named {
    /// The rule under which a game is read: freestyle where the name means nothing.
    pub(super) fn rule(self) -> Rule {
        match self {
            Named::Told(rule) | Named::Guessed(rule) => rule,
            Named::Unknown => Rule::FREESTYLE,
        }
    }
}

/// Numbers of rules, as Piskvork, Yixin and Rapfi have them: 5 and 6 are Rapfi's swap and swap2 without forbidden moves.
const NUMBERS: [(&str, Rule); 8] = [
    ("0", Rule::FREESTYLE),
    ("1", Rule::Standard),
    ("2", Rule::Renju),
    ("4", Rule::Renju),
    ("5", Rule::FREESTYLE),
    ("6", Rule::FREESTYLE),
    ("8", Rule::Caro),
    ("9", Rule::CaroExact),
];

/// Parts of names, the first that is found counts. Opening protocols belong to the rule with which they are played;
/// swap2 is played with several, of which freestyle is the one without any limit.
const PARTS: [(&str, Rule); 31] = [
    ("無禁", Rule::FREESTYLE),
    ("无禁", Rule::FREESTYLE),
    ("renju", Rule::Renju),
    ("rif", Rule::Renju),
    ("連珠", Rule::Renju),
    ("连珠", Rule::Renju),
    ("聯珠", Rule::Renju),
    ("禁", Rule::Renju),
    // The first letter may be a capital, which is another.
    ("ендзю", Rule::Renju),
    ("yamaguchi", Rule::Renju),
    ("山口", Rule::Renju),
    ("taraguchi", Rule::Renju),
    ("tarannikov", Rule::Renju),
    ("taranikov", Rule::Renju),
    ("sakata", Rule::Renju),
    ("soosyrv", Rule::Renju),
    ("soosorv", Rule::Renju),
    ("soosoerv", Rule::Renju),
    ("索索夫", Rule::Renju),
    ("塔拉山口", Rule::Renju),
    ("caro", Rule::Caro),
    ("standard", Rule::Standard),
    ("exact", Rule::Standard),
    ("標準", Rule::Standard),
    ("标准", Rule::Standard),
    ("swap", Rule::FREESTYLE),
    ("free", Rule::FREESTYLE),
    ("gomoku", Rule::FREESTYLE),
    ("五目", Rule::FREESTYLE),
    ("五子", Rule::FREESTYLE),
    ("longpro", Rule::FREESTYLE),
];

/// What `RU` says.
pub(super) fn named(name: &str) -> Named {
    let name = name.trim().to_ascii_lowercase();
    if let Some(rule) = told(&name) {
        return Named::Told(rule);
    }
    if let Some((_, rule)) = NUMBERS.iter().find(|(number, _)| *number == name) {
        return Named::Guessed(*rule);
    }
    // Tables of all letters and a general search would be a part of every program that reads a file.
    let letter = |c: char| match c {
        'ö' | 'õ' | 'ő' | 'Ö' | 'Õ' | 'Ő' => 'o',
        other => other,
    };
    let is_letter = |c: &char| c.is_ascii_alphanumeric() || !c.is_ascii();
    let plain: String = name.chars().filter(is_letter).map(letter).collect();
    let contains = |part: &str| plain.as_bytes().windows(part.len()).any(|window| window == part.as_bytes());
    let found = PARTS.iter().find(|(part, _)| contains(part));
    found.map_or(Named::Unknown, |(_, rule)| Named::Guessed(*rule))
}

fn told(name: &str) -> Option<Rule> {
    match name {
        "free" | "free style" | "free-style" | "freestyle gomoku" | "gomoku" | "five or more" => {
            Some(Rule::FREESTYLE)
        }
        "standard gomoku" | "exactly five" | "exact five" => Some(Rule::Standard),
        "rif" | "renju rules" | "rif rules" => Some(Rule::Renju),
        _ => name.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_real_files_are_known() {
        let cases = [
            ("Renju", Named::Told(Rule::Renju)),
            ("free-9", Named::Told("free-9".parse().unwrap())),
            (" RIF ", Named::Told(Rule::Renju)),
            ("0", Named::Guessed(Rule::FREESTYLE)),
            ("1", Named::Guessed(Rule::Standard)),
            ("4", Named::Guessed(Rule::Renju)),
            ("Yamaguchi", Named::Guessed(Rule::Renju)),
            ("Taraguchi-10", Named::Guessed(Rule::Renju)),
            ("Soosyrv-8", Named::Guessed(Rule::Renju)),
            ("Soosõrv 8", Named::Guessed(Rule::Renju)),
            ("連珠", Named::Guessed(Rule::Renju)),
            ("Рендзю", Named::Guessed(Rule::Renju)),
            ("有禁手", Named::Guessed(Rule::Renju)),
            ("无禁", Named::Guessed(Rule::FREESTYLE)),
            ("Swap2", Named::Guessed(Rule::FREESTYLE)),
            ("Gomoku (standard)", Named::Guessed(Rule::Standard)),
            ("五子棋", Named::Guessed(Rule::FREESTYLE)),
            ("", Named::Unknown),
            ("Japanese", Named::Unknown),
            ("house rule", Named::Unknown),
        ];
        for (name, meaning) in cases {
            assert_eq!(named(name), meaning, "{name}");
        }
        assert_eq!(Named::Unknown.rule(), Rule::FREESTYLE);
    }
}
