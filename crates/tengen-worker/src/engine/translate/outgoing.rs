use std::time::Duration;

use tengen_analysis::engine::{
    CandidateMessage, FirstSightMessage, LineMessage, PointMessage, ProofMessage, StatisticsMessage,
    Thinking, ThreatKindMessage, ThreatMessage, TurnMessage,
};
use tengen_analysis::{
    AttackerTurn, Candidate, PointThreat, Proof, Score, SearchProgress, SearchReport, Shape, SolveStop,
    StopReason, ThreatKind,
};
use tengen_classic::Statistics;
use tengen_game::{Move, Point};

pub(crate) fn milliseconds(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}

pub(crate) fn point(point: Point) -> PointMessage {
    (point.x(), point.y())
}

fn points(of: &[Point]) -> Vec<PointMessage> {
    of.iter().copied().map(point).collect()
}

fn moves(line: &[Move]) -> Vec<Option<PointMessage>> {
    line.iter().map(|played| played.point().map(point)).collect()
}

pub(crate) fn progress(progress: &SearchProgress) -> Thinking {
    Thinking {
        line: progress.line,
        depth: progress.depth,
        selective_depth: progress.selective_depth,
        score: progress.score,
        pv: points(&progress.pv),
        nodes: progress.nodes,
        time_ms: milliseconds(progress.time),
        hash_per_mille: progress.hash_per_mille,
    }
}

pub(crate) fn report(report: &SearchReport) -> Thinking {
    progress(&SearchProgress::from(report))
}

/// All lines of a search, the best first.
pub(crate) fn lines(report: &SearchReport) -> Vec<LineMessage> {
    let line = |of: Score, pv: &[Point]| LineMessage { score: of, pv: points(pv) };
    let best = report.best_move.map(|_| line(report.score, &report.pv));
    best.into_iter().chain(report.others.iter().map(|other| line(other.score, &other.pv))).collect()
}

pub(crate) fn solve_stop(stop: SolveStop) -> StopReason {
    match stop {
        SolveStop::Nodes => StopReason::Nodes,
        SolveStop::Time => StopReason::Time,
        SolveStop::Stopped => StopReason::Stopped,
    }
}

pub(crate) fn statistics(statistics: &Statistics) -> StatisticsMessage {
    let candidates = statistics.candidates.iter();
    StatisticsMessage {
        nodes: statistics.nodes,
        look_ups: statistics.look_ups,
        hits: statistics.hits,
        candidates: candidates
            .map(|it| CandidateMessage { point: point(it.point), worth: it.worth })
            .collect(),
    }
}

pub(crate) fn proof(proof: &Proof) -> ProofMessage {
    // A proof of more turns than a u32 counts would not fit into the memory of the browser.
    let index = |turn: usize| turn as u32;
    let turn = |turn: &AttackerTurn| TurnMessage {
        attack: point(turn.attack),
        defences: turn.defences.iter().map(|&(defence, next)| (point(defence), index(next))).collect(),
        otherwise: turn.otherwise.map(index),
    };
    ProofMessage {
        attacker: proof.attacker,
        plies: proof.plies,
        line: moves(&proof.line),
        turns: proof.turns.iter().map(turn).collect(),
    }
}

pub(crate) fn threats(of_side: &[PointThreat]) -> Vec<ThreatMessage> {
    let told = of_side.iter();
    told.filter_map(|it| Some(ThreatMessage { point: point(it.point), kind: threat_kind(it.kind)? }))
        .collect()
}

pub(crate) fn candidates(of: &[Candidate]) -> Vec<FirstSightMessage> {
    let told = of.iter().map(|it| FirstSightMessage {
        point: point(it.point),
        order: it.order,
        makes: it.makes.and_then(threat_kind),
        takes: it.takes.and_then(threat_kind),
    });
    told.collect()
}

/// `None` for a three that is not open, which threatens nothing.
fn threat_kind(kind: ThreatKind) -> Option<ThreatKindMessage> {
    Some(match kind {
        ThreatKind::Five => ThreatKindMessage::Five,
        ThreatKind::Shape(Shape::OpenFour) => ThreatKindMessage::OpenFour,
        ThreatKind::Shape(Shape::DoubleFour) => ThreatKindMessage::DoubleFour,
        ThreatKind::Shape(Shape::FourThree) => ThreatKindMessage::FourThree,
        ThreatKind::Shape(Shape::Four) => ThreatKindMessage::Four,
        ThreatKind::Shape(Shape::DoubleThree) => ThreatKindMessage::DoubleThree,
        ThreatKind::Shape(Shape::OpenThree) => ThreatKindMessage::OpenThree,
        ThreatKind::Shape(Shape::Three) => return None,
    })
}
