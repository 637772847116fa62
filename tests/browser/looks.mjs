// How a page looks, on screens of any width and in any colours.

// These run in the page, so they use nothing from outside of themselves.

// Find what is wider than the window.
export function findWide() {
  const width = document.documentElement.clientWidth;
  const wide = [...document.body.querySelectorAll("*")].filter((each) => each.getBoundingClientRect().right > width + 0.5);
  const scrolls = document.documentElement.scrollWidth > width ? ["the page scrolls"] : [];
  return [...scrolls, ...wide.map((each) => `${each.tagName} ${each.textContent.slice(0, 40)}`)];
}

// Find elements that are smaller than their text.
export function findClipped() {
  const isClipped = (each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    const [inner, outer] = [range, each].map((box) => box.getBoundingClientRect());
    return inner.right > outer.right + 0.5 || inner.bottom > outer.bottom + 0.5;
  };
  return [...document.body.querySelectorAll("button, code, h1, h2, label, li, p, summary")]
    .filter((each) => each.checkVisibility() && isClipped(each))
    .map((each) => `${each.tagName} ${each.textContent.slice(0, 40)}`);
}

// Find texts whose contrast with what is behind them is below 4.5 (WCAG 2, level AA).
export function findFaint() {
  const parts = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (color) => {
    const [red, green, blue] = parts(color).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (each) => {
    const color = getComputedStyle(each).backgroundColor;
    return parts(color)[3] === 0 && each.parentElement ? behind(each.parentElement) : color;
  };
  const hasText = (each) => [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const isText = (each) => ["INPUT", "SELECT", "TEXTAREA"].includes(each.tagName) || hasText(each);
  return [...document.body.querySelectorAll(":not(script, option, optgroup)")]
    .filter((each) => isText(each) && each.checkVisibility() && !each.disabled)
    .map((each) => {
      const [one, other] = [getComputedStyle(each).color, behind(each)].map(luminance).sort((a, b) => b - a);
      return [(one + 0.05) / (other + 0.05), each];
    })
    .filter(([contrast]) => !(contrast >= 4.5))
    .map(([contrast, each]) => `${contrast.toFixed(1)} ${each.tagName} ${each.textContent.slice(0, 40)}`);
}
