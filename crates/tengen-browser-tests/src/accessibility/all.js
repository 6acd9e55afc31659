// Runs axe-core and the other checks on the page in its final state.

// axe-core leaves these cases to people too, but the page has none of them.
const UNDECIDED = ["aria-prohibited-attr", "aria-required-children"];

// A result in large letters is no heading: the region around it announces it.
const NOT_CHECKED = ["p-as-heading"];

/** Whether a rule of axe-core applies to this check. */
function isEnabled(rule) {
  if (rule.startsWith("color-contrast")) return rule === CONTRAST;
  return isComplete && !NOT_CHECKED.includes(rule);
}

const rules = Object.fromEntries(axe.getRules().map(({ ruleId }) => [ruleId, { enabled: isEnabled(ruleId) }]));
const options = { rules, resultTypes: ["violations", "incomplete"], elementRef: true, preload: false };

/** Whether the name contains the visible text. For axe-core, a margin does not separate words, so that letters and digits are compared. */
function isLabelInName({ ariaLabel, innerText }) {
  const [name, text] = [ariaLabel, innerText].map((it) => it?.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ""));
  return name?.includes(text);
}

const describe = ({ any, all, none }) => [...any, ...all, ...none].map(({ message }) => message).join("; ");

// Elements that move or fade are checked in their final state.
const still = new CSSStyleSheet();
still.replaceSync("*, *::before, *::after { transition: none !important; animation: none !important; }");
document.adoptedStyleSheets.push(still);
return (async () => {
  try {
    const { violations, incomplete } = await axe.run(document, options);
    for (const { id, nodes } of [...violations, ...incomplete.filter((rule) => UNDECIDED.includes(rule.id))]) {
      for (const node of nodes) {
        if (id !== "label-content-name-mismatch" || !isLabelInName(node.element)) report(id, node.element, describe(node));
      }
    }
    const undecided = incomplete.filter(({ id }) => id === CONTRAST).flatMap(({ nodes }) => nodes);
    checkContrast(undecided.map(({ element }) => element));
    if (isComplete) [checkLabels, checkDrawings, checkTables, checkTargets, checkReflow].forEach((check) => check());
    return findings;
  } finally {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
  }
})();
