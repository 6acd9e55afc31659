use leptos::prelude::*;
use tengen_frontend::Geometry;

/// What never changes during a game: wood, lines, star points and coordinates, and the stones' shading.
#[component]
pub(super) fn Scenery(geometry: Geometry) -> impl IntoView {
    let side = geometry.side();
    let end = geometry.lines() - 1;
    let (left, right) = (geometry.column(0), geometry.column(end));
    let (top, bottom) = (geometry.row(0), geometry.row(end));
    let grid: String = (0..=end)
        .map(|index| {
            let (x, y) = (geometry.column(index), geometry.row(index));
            format!("M{left} {y}H{right}M{x} {top}V{bottom}")
        })
        .collect();
    let stars = geometry.size().star_points();
    view! {
        <defs>
            <radialGradient id="stone-black" cx="36%" cy="30%" r="75%">
                <stop offset="0" stop-color="var(--black-light)"/>
                <stop offset="0.55" stop-color="var(--black)"/>
                <stop offset="1" stop-color="var(--black-dark)"/>
            </radialGradient>
            <radialGradient id="stone-white" cx="36%" cy="30%" r="80%">
                <stop offset="0" stop-color="var(--white-light)"/>
                <stop offset="0.6" stop-color="var(--white)"/>
                <stop offset="1" stop-color="var(--white-dark)"/>
            </radialGradient>
            <linearGradient id="wood" x1="0" y1="0" x2="1" y2="1">
                <stop offset="0" stop-color="var(--wood-light)"/>
                <stop offset="1" stop-color="var(--wood-dark)"/>
            </linearGradient>
            // Long, thin noise looks like the grain of quarter-sawn wood.
            <filter id="grain" x="0" y="0" width="100%" height="100%">
                <feTurbulence type="fractalNoise" baseFrequency="0.004 0.11" numOctaves="3" seed="7"/>
                <feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 0.55 -0.16" result="streaks"/>
                <feFlood style="flood-color:var(--grain)"/>
                <feComposite in2="streaks" operator="in"/>
            </filter>
        </defs>
        <rect class="wood" width=side height=side fill="url(#wood)"/>
        <rect class="grain" width=side height=side filter="url(#grain)"/>
        <path class="grid" d=grid/>
        <rect class="frame" x=left y=top width=right - left height=bottom - top/>
        <g class="stars">
            {stars
                .into_iter()
                .map(|point| view! { <circle cx=geometry.x(point) cy=geometry.y(point) r="4"/> })
                .collect_view()}
        </g>
        {geometry.has_coordinates().then(|| coordinates(geometry))}
    }
}

fn coordinates(geometry: Geometry) -> AnyView {
    let lines = (0..geometry.size().lines()).map(|index| {
        let place = i32::from(index);
        view! {
            <text x=geometry.column(place) y=geometry.side() - 6>{geometry.column_name(index)}</text>
            <text x="12" y=geometry.row(place) + 4>{geometry.row_name(index)}</text>
        }
    });
    view! { <g class="coordinates" aria-hidden="true">{lines.collect_view()}</g> }.into_any()
}
