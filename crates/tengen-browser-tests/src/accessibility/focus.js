// The elements that the keyboard's focus can reach, and those that it must reach.

const WHOLE = "button, a[href], summary, [role=button], [role=tab], [role=option], [role=img], [role=switch], [role=checkbox]";

/** Whether an element has more content than is visible, and can be scrolled. */
function scrolls(element) {
  const style = getComputedStyle(element);
  const isOver = (overflow, inner, outer) => /auto|scroll/.test(overflow) && inner > outer + 1;
  return isOver(style.overflowY, element.scrollHeight, element.clientHeight)
    || isOver(style.overflowX, element.scrollWidth, element.clientWidth);
}

/** Whether a link differs from the text around it by more than its colour. */
function isApart(link) {
  const style = getComputedStyle(link);
  const isAlone = link.parentElement.innerText.trim() === link.innerText.trim();
  return isAlone || style.textDecorationLine !== "none" || style.borderBottomStyle !== "none";
}

function checkFocus() {
  for (const element of all("[tabindex]").filter((it) => it.tabIndex > 0)) report("tabindex", element);
  for (const element of all("[aria-hidden=true], [aria-hidden=true] *").filter(isFocusable)) {
    report("aria-hidden-focus", element);
  }
  for (const control of all(WHOLE).filter(isTold)) {
    for (const inner of all("*", control).filter(isFocusable)) report("nested-interactive", inner);
  }
  for (const element of all("[tabindex='0']").filter((it) => isTold(it) && !it.matches(NATIVE))) {
    if (!roleOf(element) && !scrolls(element)) report("focus-order-semantics", element, "no role");
  }
  for (const element of all("body *").filter((it) => isTold(it) && it.localName !== "textarea" && scrolls(it))) {
    if (![element, ...all("*", element)].some(isFocusable)) report("scrollable-region-focusable", element);
  }
  for (const link of all("p a[href], li a[href], dd a[href]").filter((it) => isShown(it) && !isApart(it))) {
    report("link-in-text-block", link);
  }
}
