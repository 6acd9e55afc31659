// The functions that the other scripts need: findings and visibility.

// Whether all rules are checked or only contrast, and the required contrasts of small and of large text.
const [isComplete, isEnhanced, contrasts] = arguments;
const CONTRAST = isEnhanced ? "color-contrast-enhanced" : "color-contrast";
const findings = [];

/** A short selector by which a person finds the element again. */
function whereIs(element) {
  const parts = [];
  for (let at = element; at && at !== document.documentElement && parts.length < 4; at = at.parentElement) {
    if (at.id) {
      parts.unshift(`#${at.id}`);
      break;
    }
    const classes = [...at.classList].slice(0, 2).map((name) => `.${name}`).join("");
    parts.unshift(at.dataset?.point ? `[data-point=${at.dataset.point}]` : at.localName + classes);
  }
  return parts.join(" > ");
}

function report(rule, element, detail = "") {
  findings.push(`${rule}: ${whereIs(element)}${detail ? `, ${detail}` : ""}`);
}

const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
const isHidden = (element) => element.closest("[aria-hidden='true'], [inert]") !== null;
/** Whether a screen reader reads the element. */
const isTold = (element) => isShown(element) && !isHidden(element);
