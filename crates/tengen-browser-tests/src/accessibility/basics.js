// The functions that all checks need: findings, visibility, roles and names.

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

const IMPLICIT = {
  main: "main", nav: "navigation", aside: "complementary", button: "button", select: "combobox", textarea: "textbox",
  option: "option", ul: "list", ol: "list", menu: "list", li: "listitem", table: "table", tr: "row", td: "cell",
  th: "columnheader", thead: "rowgroup", tbody: "rowgroup", tfoot: "rowgroup", fieldset: "group", details: "group",
  h1: "heading", h2: "heading", h3: "heading", h4: "heading", h5: "heading", h6: "heading", dialog: "dialog",
  progress: "progressbar", meter: "meter", output: "status", hr: "separator", img: "img", p: "paragraph", form: "form",
  article: "article", figure: "figure", optgroup: "group", summary: "button",
};
const INPUTS = {
  checkbox: "checkbox", radio: "radio", range: "slider", number: "spinbutton", button: "button", submit: "button",
  reset: "button", image: "button", search: "searchbox", file: "button", color: "button",
};

/** The role, explicit or by the kind of element; empty for an element without one. */
function roleOf(element) {
  const explicit = element.getAttribute("role")?.trim().split(/\s+/)[0];
  if (explicit) return explicit;
  if (element.localName === "a" || element.localName === "area") return element.hasAttribute("href") ? "link" : "";
  if (element.localName === "input") return INPUTS[element.type] ?? "textbox";
  return IMPLICIT[element.localName] ?? "";
}

/** The text that a screen reader reads for the contents of an element. Fields add nothing to their own labels. */
function spoken(node, skips = "select, input, textarea, output") {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.nodeType !== Node.ELEMENT_NODE || node.matches(skips)) return "";
  if (node.getAttribute("aria-hidden") === "true" || (!isShown(node) && node.localName !== "title")) return "";
  const label = node.getAttribute("aria-label") ?? node.getAttribute("alt");
  return label?.trim() ? label : [...node.childNodes].map((child) => spoken(child, skips)).join(" ");
}

const FROM_CONTENT = new Set([
  "button", "cell", "checkbox", "columnheader", "gridcell", "heading", "link", "menuitem", "menuitemcheckbox",
  "menuitemradio", "option", "radio", "row", "rowheader", "switch", "tab", "tooltip", "treeitem",
]);

/** The text of an element that labels others, which may itself be hidden. */
function textOfLabel(id) {
  const label = document.getElementById(id);
  return label?.getAttribute("aria-label") ?? label?.textContent ?? "";
}

const contentOf = (element) => [...element.childNodes].map((child) => spoken(child)).join(" ");

/** The sources of a name, in the order of the standard (accname), as far as our pages need it. A placeholder is not a source. */
const NAMES = [
  (element) => (element.getAttribute("aria-labelledby") ?? "").split(/\s+/).map(textOfLabel).join(" "),
  (element) => element.getAttribute("aria-label"),
  (element) => [...(element.labels ?? [])].map((label) => spoken(label)).join(" "),
  (element) => element.matches("fieldset") && element.querySelector(":scope > legend")?.textContent,
  (element) => element.matches("table") && element.caption?.textContent,
  (element) => element.getAttribute("alt"),
  (element) => element instanceof SVGElement && element.querySelector(":scope > title")?.textContent,
  (element) => element.matches("input[type=button], input[type=submit], input[type=reset]") && element.value,
  (element) => FROM_CONTENT.has(roleOf(element)) && contentOf(element),
  (element) => element.getAttribute("title"),
];

/** The accessible name. */
function nameOf(element) {
  const names = NAMES.map((name) => (name(element) || "").replace(/\s+/g, " ").trim());
  return names.find((name) => name) ?? "";
}

const NATIVE = `a[href], area[href], button, input:not([type=hidden]), select, textarea, summary, iframe,
  audio[controls], video[controls]`;
/** Whether the keyboard's focus can reach the element. */
function isFocusable(element) {
  if (element.disabled || !isShown(element)) return false;
  return element.hasAttribute("tabindex") ? element.tabIndex >= 0 : element.matches(NATIVE);
}
