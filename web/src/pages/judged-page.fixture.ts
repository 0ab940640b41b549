/** Finds faults of the shown page: expressions to evaluate in it, each returning a list of faults. */

/** An element in words. */
const named = `const named = (element) => element.localName + ' "'
  + (element.getAttribute('aria-label') || element.textContent || '').trim().slice(0, 40) + '"';`;

const isShown = `const isShown = (element) => {
  const { width, height } = element.getBoundingClientRect();
  const { visibility, opacity } = getComputedStyle(element);
  return width > 1 && height > 1 && visibility !== 'hidden' && opacity !== '0';
};`;

/** Elements that stick out of the page, unless a part that scrolls or clips its content contains them. */
export const standsOut = `(() => {
  ${named} ${isShown}
  const { clientWidth, scrollWidth } = document.documentElement;
  const isHeld = (element) => {
    for (let one = element.parentElement; one && one !== document.body; one = one.parentElement)
      if (getComputedStyle(one).overflowX !== 'visible') return true;
    return false;
  };
  const out = [...document.body.querySelectorAll('*')].filter((element) => {
    const { left, right } = element.getBoundingClientRect();
    return (left < -1 || right > clientWidth + 1) && isShown(element) && !isHeld(element);
  });
  return [...(scrollWidth > clientWidth ? ['the page scrolls sideways'] : []), ...out.map(named)];
})()`;

/** Elements whose text is cut off below or above. */
export const cutText = `(() => {
  ${named} ${isShown}
  const hasText = (element) => [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim());
  const cuts = (element) => /hidden|clip/.test(getComputedStyle(element).overflowY) && element.clientHeight > 2;
  const isCut = (element) => {
    if (cuts(element) && element.scrollHeight > element.clientHeight + 3) return true;
    const { top, bottom } = element.getBoundingClientRect();
    for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(one).overflowY)) return false;
      const around = one.getBoundingClientRect();
      if (cuts(one) && (bottom > around.bottom + 3 || top < around.top - 3)) return true;
    }
    return false;
  };
  return [...document.body.querySelectorAll('*')]
    .filter((element) => hasText(element) && isShown(element) && isCut(element)).map(named);
})()`;

/** The distances that readers may set (WCAG 2.2, 1.4.12). */
export const wideText = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

/**
 * Targets smaller than 24 by 24 pixels: a circle of that size around each touches another target, or its circle (WCAG
 * 2.2, 2.5.8). Links in a sentence are as high as its lines.
 */
export const smallTargets = `(() => {
  ${named} ${isShown}
  const kinds = 'a[href], button, input, select, textarea, summary, '
    + ['button', 'switch', 'tab', 'slider', 'checkbox', 'radio'].map((role) => '[role=' + role + ']').join();
  const targets = [...document.querySelectorAll(kinds)].filter((element) => isShown(element) && !element.disabled
    && !element.closest('.sr-only') && getComputedStyle(element).pointerEvents !== 'none');
  const boxes = new Map(targets.map((element) => [element, (element.closest('label') ?? element).getBoundingClientRect()]));
  const isSmall = ({ width, height }) => width < 24 || height < 24;
  const touches = (x, y, box) => isSmall(box)
    ? Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y) < 24
    : Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom)) < 12;
  return targets.filter((element) => {
    const box = boxes.get(element);
    if (!isSmall(box) || getComputedStyle(element).display === 'inline') return false;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    return targets.some((other) => !other.contains(element) && !element.contains(other) && touches(x, y, boxes.get(other)));
  }).map(named);
})()`;

/**
 * The focused element: whether it had the focus before, and what is wrong with it. `undefined`: the focus has left
 * the page. Frames and players draw their focus themselves.
 */
export const focused = `(() => {
  ${named}
  const element = document.activeElement;
  if (!element || element === document.body) return undefined;
  const { left, top, width, height } = element.getBoundingClientRect();
  const at = document.elementFromPoint(left + width / 2, top + height / 2);
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  const isMarked = /iframe|video/.test(element.localName) || boxShadow !== 'none'
    || (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0);
  const isSeen = at !== null && (element.contains(at) || at.contains(element) || at.closest('label')?.contains(element));
  window.hadFocus ??= new WeakSet();
  const isAgain = window.hadFocus.has(element);
  window.hadFocus.add(element);
  return {
    isAgain,
    fault: isMarked && isSeen ? undefined : named(element) + (isMarked ? ' is covered' : ' shows no focus'),
  };
})()`;
