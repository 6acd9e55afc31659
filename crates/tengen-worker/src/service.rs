//! The interface between a worker or a driver and its [`Service`], which carries out requests in slices.

use std::time::Duration;

/// The usual length of a slice. Such a delay of an answer goes unnoticed, and a search loses next to nothing by these interruptions,
/// with many threads as with one.
pub const SLICE: Duration = Duration::from_millis(40);

/// Carries out requests, of which the long ones are cut into slices.
///
/// The owner delivers requests and calls [`Service::advance`] while the service is busy. A request may also be carried out as a whole
/// by [`Service::receive`]; later requests then wait for its end.
pub trait Service {
    /// A request of the owner.
    type Request;
    /// A report to the owner.
    type Report;

    /// Whether there is a task to [advance](Service::advance).
    fn is_busy(&self) -> bool;

    /// Carries out a request, or begins a task for it.
    fn receive(&mut self, request: Self::Request, report: &mut dyn FnMut(Self::Report));

    /// Advances the task by about a slice.
    fn advance(&mut self, slice: Duration, report: &mut dyn FnMut(Self::Report));
}
