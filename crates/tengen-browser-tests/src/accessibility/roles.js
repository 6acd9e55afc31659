// Roles with their required context and contents, and ARIA's attributes with their values.

const ROLES = new Set(`alert alertdialog application article banner blockquote button caption cell checkbox code columnheader
  combobox complementary contentinfo definition deletion dialog document emphasis feed figure form generic grid gridcell group
  heading img insertion link list listbox listitem log main marquee math menu menubar menuitem menuitemcheckbox menuitemradio
  meter navigation none note option paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar
  search searchbox separator slider spinbutton status strong subscript superscript switch tab table tablist tabpanel term textbox
  time timer toolbar tooltip tree treegrid treeitem`.split(/\s+/));

const PARENTS = {
  tab: ["tablist"], row: ["grid", "table", "treegrid", "rowgroup"], rowgroup: ["grid", "table", "treegrid"],
  gridcell: ["row"], cell: ["row"], columnheader: ["row"], rowheader: ["row"], option: ["listbox", "group", "combobox"],
  listitem: ["list", "directory"], menuitem: ["menu", "menubar", "group"], menuitemradio: ["menu", "menubar", "group"],
  menuitemcheckbox: ["menu", "menubar", "group"], treeitem: ["tree", "group"],
};
const CHILDREN = {
  tablist: ["tab"], grid: ["row"], table: ["row"], treegrid: ["row"], row: ["cell", "gridcell", "columnheader", "rowheader"],
  rowgroup: ["row"], list: ["listitem"], listbox: ["option"], tree: ["treeitem"], radiogroup: ["radio"],
  menu: ["menuitem", "menuitemradio", "menuitemcheckbox"], menubar: ["menuitem", "menuitemradio", "menuitemcheckbox"],
  feed: ["article"],
};
const STATES = {
  tab: ["aria-selected"], option: ["aria-selected"], checkbox: ["aria-checked"], switch: ["aria-checked"],
  radio: ["aria-checked"], menuitemradio: ["aria-checked"], menuitemcheckbox: ["aria-checked"], slider: ["aria-valuenow"],
  scrollbar: ["aria-valuenow", "aria-controls"], meter: ["aria-valuenow"], combobox: ["aria-expanded"], heading: ["aria-level"],
};
const NEED_NAMES = new Set(`button link checkbox radio switch slider spinbutton textbox searchbox combobox listbox option tab tabpanel
  menuitem menuitemradio menuitemcheckbox treeitem img meter progressbar dialog alertdialog tooltip grid gridcell tablist tree
  radiogroup heading region`.split(/\s+/));
// Elements with these roles must not have names, because screen readers do not announce them.
const NAMELESS = new Set(`generic paragraph caption code deletion emphasis insertion none presentation strong subscript
  superscript`.split(/\s+/)).add("");
const MAY_BE_NAMED = "iframe, audio, video, canvas, svg, object, embed, section, summary, label, header, footer, dl, math";

const yes = ["true", "false"];
const VALUES = {
  "aria-atomic": yes, "aria-busy": yes, "aria-checked": [...yes, "mixed"],
  "aria-current": [...yes, "page", "step", "location", "date", "time"],
  "aria-disabled": yes, "aria-expanded": yes, "aria-haspopup": [...yes, "menu", "listbox", "tree", "grid", "dialog"],
  "aria-hidden": yes, "aria-invalid": [...yes, "grammar", "spelling"], "aria-live": ["off", "polite", "assertive"], "aria-modal": yes,
  "aria-multiselectable": yes, "aria-orientation": ["horizontal", "vertical"], "aria-pressed": [...yes, "mixed"],
  "aria-readonly": yes, "aria-required": yes, "aria-selected": yes, "aria-sort": ["none", "ascending", "descending", "other"],
};
const NUMBERS = `colcount colindex colspan rowcount rowindex rowspan level posinset setsize valuemin valuemax valuenow`
  .split(" ").map((name) => `aria-${name}`);
const REFERENCES = `controls labelledby describedby owns activedescendant details errormessage flowto`
  .split(" ").map((name) => `aria-${name}`);
const TEXTS = `label valuetext roledescription keyshortcuts placeholder description autocomplete relevant`
  .split(" ").map((name) => `aria-${name}`);
// Attributes that have a meaning only with certain roles.
const ONLY_WITH = {
  "aria-pressed": ["button"], "aria-valuetext": ["slider", "progressbar", "meter", "spinbutton", "scrollbar", "separator"],
  "aria-selected": ["tab", "option", "gridcell", "row", "treeitem", "columnheader", "rowheader"],
  "aria-checked": ["checkbox", "switch", "radio", "option", "menuitemradio", "menuitemcheckbox", "treeitem"],
  "aria-expanded": ["button", "combobox", "link", "tab", "treeitem", "row", "gridcell", "menuitem", "checkbox", "switch"],
};

/** The nearest role around an element, except for roles without meaning. */
function roleAround(element) {
  for (let at = element.parentElement; at; at = at.parentElement) {
    const role = roleOf(at);
    if (role && role !== "none" && role !== "presentation" && role !== "generic") return role;
  }
  return "";
}

/** Whether the browser itself reports the state, as of a checkbox. */
function knowsItself(element, role) {
  if (element.localName === "input") return ["checkbox", "switch", "radio", "slider"].includes(role);
  return /^(option|select|meter|h[1-6])$/.test(element.localName);
}

function checkRole(element) {
  const role = roleOf(element);
  const isExplicit = element.hasAttribute("role");
  if (isExplicit && !ROLES.has(role)) report("aria-roles", element, role);
  if (PARENTS[role] && element.localName !== "option" && !PARENTS[role].includes(roleAround(element))) {
    report("aria-required-parent", element, `${role} in ${roleAround(element) || "nothing"}`);
  }
  if (isExplicit && CHILDREN[role] && element.getAttribute("aria-busy") !== "true") {
    const has = all("*", element).some((child) => CHILDREN[role].includes(roleOf(child)));
    if (!has) report("aria-required-children", element, `${role} without ${CHILDREN[role][0]}`);
  }
  for (const state of knowsItself(element, role) ? [] : STATES[role] ?? []) {
    if (!element.hasAttribute(state)) report("aria-required-attr", element, `${role} without ${state}`);
  }
}

/** The letters and digits of a text, for comparison with the visible text. */
const plain = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Checks that the name contains the visible text, because users of voice control say the visible text. */
function checkLabelInName(element, role) {
  if (!["button", "link", "tab", "checkbox", "switch", "radio", "option", "menuitem"].includes(role)) return;
  if (!element.hasAttribute("aria-label") && !element.hasAttribute("aria-labelledby")) return;
  const seen = plain(element.innerText ?? "");
  if (!plain(nameOf(element)).includes(seen)) report("label-content-name-mismatch", element, element.innerText);
}

function checkName(element) {
  const role = roleOf(element);
  checkLabelInName(element, role);
  if (NEED_NAMES.has(role) && element.localName !== "option" && !nameOf(element)) report("name", element, role);
  const isNamed = element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby");
  if (isNamed && NAMELESS.has(role) && !element.matches(MAY_BE_NAMED)) {
    report("aria-prohibited-attr", element, "a name without a role");
  }
  if (["none", "presentation"].includes(role) && (isFocusable(element) || isNamed)) {
    report("presentation-role-conflict", element);
  }
}

/** Whether the attribute may have the value. */
function isValid(name, value) {
  if (VALUES[name]) return VALUES[name].includes(value);
  if (NUMBERS.includes(name)) return Number.isFinite(Number.parseFloat(value));
  if (!REFERENCES.includes(name)) return true;
  const ids = value.split(/\s+/).filter(Boolean);
  return ids.length > 0 && ids.every((id) => document.getElementById(id));
}

function checkAttribute(element, { name, value }) {
  const isKnown = name in VALUES || [NUMBERS, REFERENCES, TEXTS].some((names) => names.includes(name));
  if (!isKnown) report("aria-valid-attr", element, name);
  else if (!isValid(name, value)) report("aria-valid-attr-value", element, `${name}="${value}"`);
  const role = roleOf(element);
  if (ONLY_WITH[name] && !ONLY_WITH[name].includes(role)) {
    report("aria-allowed-attr", element, `${name} with ${role || "no role"}`);
  }
}

function checkRoles() {
  for (const element of all("body *").filter(isTold)) {
    checkRole(element);
    checkName(element);
    for (const attribute of element.attributes) {
      if (attribute.name.startsWith("aria-")) checkAttribute(element, attribute);
    }
  }
}
