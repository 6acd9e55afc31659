// The document: its language, title, landmarks, headings, lists and tables, and what can be focused.

function checkDocument() {
  const root = document.documentElement;
  const isTag = (tag) => /^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(tag);
  if (!isTag(root.lang)) report("html-has-lang", root, root.lang);
  for (const element of all("[lang]").filter((it) => !isTag(it.lang))) report("valid-lang", element, element.lang);
  if (!document.title.trim()) report("document-title", root);
  if (document.body.getAttribute("aria-hidden") === "true") report("aria-hidden-body", document.body);
  const viewport = document.querySelector("meta[name=viewport]")?.content ?? "";
  if (/user-scalable\s*=\s*(no|0)/.test(viewport) || Number(/maximum-scale\s*=\s*([\d.]+)/.exec(viewport)?.[1] ?? 9) < 5) {
    report("meta-viewport", root, viewport);
  }
  if (document.querySelector("meta[http-equiv=refresh]")) report("meta-refresh", root);
  for (const element of all("blink, marquee")) report("marquee", element);
  const ids = new Set();
  for (const element of all("[id]")) {
    if (ids.has(element.id)) report("duplicate-id", element);
    ids.add(element.id);
  }
}

function checkLandmarks() {
  const told = all("body *").filter(isTold);
  const mains = told.filter((element) => roleOf(element) === "main");
  if (mains.length !== 1) report("landmark-one-main", document.body, `${mains.length} of them`);
  const isInside = (main) => main.parentElement.closest("main, nav, aside, [role=navigation], [role=complementary]");
  for (const main of mains.filter(isInside)) report("landmark-main-is-top-level", main);
  for (const kind of ["navigation", "complementary"]) {
    const names = told.filter((element) => roleOf(element) === kind).map(nameOf);
    if (new Set(names).size < names.length) report("landmark-unique", document.body, kind);
  }
  const regions = ["main", "navigation", "complementary", "status", "alert", "dialog"];
  for (const node of document.body.childNodes) {
    if (node.nodeType === Node.TEXT_NODE && node.data.trim()) report("region", document.body, node.data.trim());
    if (node.nodeType !== Node.ELEMENT_NODE || !isTold(node) || regions.includes(roleOf(node))) continue;
    if (node.innerText?.trim()) report("region", node);
  }
}

function checkHeadings() {
  const headings = all("body *").filter((element) => roleOf(element) === "heading" && isTold(element));
  const level = (element) => Number(element.getAttribute("aria-level") ?? element.localName[1]);
  if (headings.filter((it) => level(it) === 1).length !== 1) report("page-has-heading-one", document.body);
  headings.forEach((heading, index) => {
    const before = index ? level(headings[index - 1]) : 0;
    if (level(heading) > before + 1) report("heading-order", heading, `${before} is followed by ${level(heading)}`);
  });
}

function checkLists() {
  for (const list of all("ul, ol").filter((it) => isTold(it) && roleOf(it) === "list")) {
    for (const child of [...list.children].filter((it) => !it.matches("li, script, template"))) report("list", child);
  }
  for (const item of all("li").filter(isTold)) {
    if (!item.parentElement.matches("ul, ol, menu, [role]")) report("listitem", item);
  }
  for (const child of all("dl > *").filter((it) => !it.matches("dt, dd, div, script, template"))) {
    report("definition-list", child);
  }
  for (const item of all("dt, dd").filter((it) => !it.parentElement.matches("dl, dl > div"))) report("dlitem", item);
}

function checkTables() {
  for (const header of all("th").filter(isTold)) {
    if (!["", "row", "col", "rowgroup", "colgroup"].includes(header.scope)) report("scope-attr-valid", header);
    if (!spoken(header).trim() && !header.getAttribute("aria-label")) report("empty-table-header", header);
  }
  for (const table of all("table").filter((it) => isTold(it) && roleOf(it) === "table")) {
    if (!table.querySelector("th")) report("td-has-header", table);
  }
}

function checkImages() {
  for (const image of all("img, input[type=image], object, iframe, canvas, video").filter(isTold)) {
    if (!nameOf(image) && image.getAttribute("alt") !== "") report("image-alt", image);
  }
  for (const svg of all("svg").filter((it) => isTold(it) && !it.parentElement.closest("svg"))) {
    const role = svg.getAttribute("role");
    if (role === null) report("svg-img-alt", svg, "neither a role nor hidden");
    else if (!["presentation", "none"].includes(role) && !nameOf(svg)) report("svg-img-alt", svg, "no name");
  }
}

function checkFields() {
  for (const label of all("label").filter((it) => !it.control)) {
    report("label", label, label.htmlFor ? `for="${label.htmlFor}"` : "labels nothing");
  }
  for (const output of all("output[for]")) {
    for (const id of output.htmlFor) if (!document.getElementById(id)) report("label", output, `for="${id}"`);
  }
  for (const field of all("input, select, textarea").filter(isTold)) {
    const count = field.labels?.length ?? 0;
    if (count > 1) report("form-field-multiple-labels", field);
    const isNamed = count > 0 || field.hasAttribute("aria-label") || field.hasAttribute("aria-labelledby");
    if (!isNamed && field.title && field.type !== "submit") report("label-title-only", field);
  }
}
