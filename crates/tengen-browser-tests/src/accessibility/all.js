// Elements that move or fade are checked in their final state.
const still = new CSSStyleSheet();
still.replaceSync("*, *::before, *::after { transition: none !important; animation: none !important; }");
document.adoptedStyleSheets.push(still);
try {
  checkDocument();
  checkLandmarks();
  checkHeadings();
  checkRoles();
  checkLists();
  checkTables();
  checkImages();
  checkFields();
  checkFocus();
  checkContrast(arguments);
  checkTargets();
  checkReflow();
} finally {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
}
return findings;
