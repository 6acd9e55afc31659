// The contrast of texts that axe-core leaves to people: those on gradients and in drawings, and placeholders.

// A pixel of a colour has three numbers, whatever notation the colour has.
const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
const known = new Map();

/** A colour in any notation as red, green and blue from 0 to 255, and alpha from 0 to 1. */
function colour(text) {
  if (!known.has(text)) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = "#000";
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    known.set(text, [red, green, blue, alpha / 255]);
  }
  return known.get(text);
}

/** The colour that results from one colour over another. */
function over(top, below, alpha = top[3]) {
  return [0, 1, 2].map((part) => top[part] * alpha + below[part] * (1 - alpha)).concat(1);
}

/** The relative luminance, as WCAG defines it. */
function luminance(colour) {
  const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const [red, green, blue] = colour.slice(0, 3).map((part) => linear(part / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const COLOURS = /(?:rgba?|hsla?|color|oklch|oklab|lab|lch)\([^()]*\)|#[0-9a-f]{3,8}/gi;

/** Every colour that may be behind an element's text: one, or those of a gradient. */
function backgrounds(element) {
  const layers = [];
  let solid = false;
  for (let at = element; at && !solid; at = at.parentElement) {
    const style = getComputedStyle(at);
    const image = style.backgroundImage.match(COLOURS) ?? [];
    if (image.length) layers.push(image.map(colour));
    const plain = colour(style.backgroundColor);
    if (plain[3] > 0) layers.push([plain]);
    solid = layers.length > 0 && layers.at(-1).every((one) => one[3] === 1);
  }
  const isDark = getComputedStyle(document.documentElement).colorScheme === "dark";
  const lay = (below, layer) => layer.flatMap((top) => below.map((under) => over(top, under)));
  return layers.reverse().reduce(lay, [isDark ? [18, 18, 18, 1] : [255, 255, 255, 1]]);
}

/** Every colour that may be behind a text in a drawing: the colours of the shapes that are drawn before it and contain its middle. */
function painted(text) {
  const svg = text.ownerSVGElement;
  const box = text.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const covers = (shape) => {
    const { left, right, top, bottom } = shape.getBoundingClientRect();
    if (x < left || x > right || y < top || y > bottom) return false;
    const at = new DOMPoint(x, y).matrixTransform(shape.getScreenCTM().inverse());
    return shape.isPointInFill(at);
  };
  // The effect of a filter cannot be computed; the only filter here is the wood's grain.
  const shapes = all("rect, circle, ellipse, path, polygon", svg).filter((shape) => {
    const isBefore = shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING;
    return isBefore && !shape.closest("defs, [filter]") && isShown(shape) && covers(shape);
  });
  return shapes.reduce((below, shape) => {
    const style = getComputedStyle(shape);
    if (style.fill === "none") return below;
    const gradient = /url\("?#([^")]+)/.exec(style.fill)?.[1];
    const ofStop = (stop) => colour(getComputedStyle(stop).stopColor);
    const stops = gradient ? all(`#${CSS.escape(gradient)} stop`).map(ofStop) : [colour(style.fill)];
    const alpha = Number(style.fillOpacity) * Number(style.opacity);
    return stops.flatMap((top) => below.map((under) => over(top, under, top[3] * alpha)));
  }, backgrounds(svg));
}

/** The opacity of an element, as the product of its own and those of its ancestors. */
function opacity(element) {
  let left = 1;
  for (let at = element; at; at = at.parentElement) left *= Number(getComputedStyle(at).opacity);
  return left;
}

/** Whether the element is for screen readers only. */
function isClipped(element) {
  for (let at = element; at && at !== document.body; at = at.parentElement) {
    const style = getComputedStyle(at);
    if (/inset\(50%|inset\(100%/.test(style.clipPath) || /rect\(0/.test(style.clip)) return true;
  }
  return false;
}

// Inactive controls may be pale (WCAG 1.4.3 excludes them).
const PALE = "[aria-disabled=true], [aria-disabled=true] *, :disabled, :disabled *";

/** Reports a text with too little contrast to its background. `part` is a pseudo-element, or undefined. */
function checkText(element, words, part) {
  const shown = opacity(element);
  if (shown === 0 || isClipped(element) || element.matches(PALE)) return;
  const style = getComputedStyle(element, part);
  const isDrawn = element instanceof SVGElement;
  const ink = colour(isDrawn ? style.fill : style.color);
  const under = isDrawn ? painted(element) : backgrounds(element);
  const worst = Math.min(...under.map((below) => contrast(over(ink, below, ink[3] * shown), below)));
  const size = Number.parseFloat(style.fontSize);
  const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  const needed = contrasts[isLarge ? 1 : 0];
  if (worst < needed - 0.005) {
    report(CONTRAST, element, `${worst.toFixed(2)} of ${needed} for "${words.trim().slice(0, 30)}"`);
  }
}

/** Checks the texts of these elements, and placeholders, which are not nodes. */
function checkContrast(elements) {
  for (const element of elements) checkText(element, element.value ?? element.textContent);
  for (const field of all("[placeholder]").filter((it) => isShown(it) && !it.value)) {
    checkText(field, field.placeholder, "::placeholder");
  }
}
