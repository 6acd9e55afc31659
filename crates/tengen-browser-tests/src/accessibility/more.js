// Faults that axe-core does not report, or only in worse cases.

const NAMED = "input:not([type=hidden], [type=submit], [type=reset], [type=button], [type=image]), select, textarea";

/** Checks that each field has a name other than its placeholder, which disappears, and that each label belongs to a field. */
function checkLabels() {
  for (const field of all(NAMED).filter(isTold)) {
    const isNamed = field.labels.length > 0 || field.matches("[aria-label], [aria-labelledby], [title]");
    if (!isNamed) report("label", field, "a placeholder is no name");
  }
  for (const label of all("label").filter((it) => !it.control)) report("label", label, "labels nothing");
  for (const output of all("output[for]")) {
    for (const id of output.htmlFor) if (!document.getElementById(id)) report("label", output, `for="${id}"`);
  }
}

/** Checks that a screen reader either describes a drawing or leaves it out. */
function checkDrawings() {
  for (const svg of all("svg:not([role])").filter((it) => isTold(it) && !it.parentElement.closest("svg"))) {
    report("svg-img-alt", svg, "neither a role nor hidden");
  }
}

function checkTables() {
  for (const table of all("table:not([role])").filter(isTold)) {
    if (!table.querySelector("th")) report("td-has-header", table);
  }
}

const PRESSED = `button, a[href], input:not([type=hidden]), select, textarea, summary,
  [role=button], [role=tab], [role=switch], [role=checkbox], [role=option], [role=link]`;

/** Checks the size of targets also where there is space around them, which WCAG accepts instead. */
function checkTargets() {
  for (const control of all(PRESSED).filter((it) => isTold(it) && !it.matches(".cell"))) {
    // A link in a sentence is as high as its line.
    if (control.localName === "a" && getComputedStyle(control).display === "inline") continue;
    // A label activates its control.
    const boxes = [control, ...(control.labels ?? [])].map((element) => element.getBoundingClientRect());
    const [width, height] = ["width", "height"].map((side) => Math.max(...boxes.map((box) => box[side])));
    if (width < 23.5 || height < 23.5) report("target-size", control, `${width.toFixed(0)} by ${height.toFixed(0)}`);
  }
}

/** Reading must not need scrolling in two directions (WCAG 1.4.10). */
function checkReflow() {
  const root = document.documentElement;
  if (root.scrollWidth <= innerWidth) return;
  const isBeyond = (element) => isShown(element) && element.getBoundingClientRect().right > innerWidth + 0.5;
  report("reflow", all("body *").filter(isBeyond).at(-1) ?? root, `${root.scrollWidth} of ${innerWidth}`);
}
