/**
 * To answer for one element, happy-dom matches every rule with it and all that it stands in, and queries by role and
 * clicks look at hundreds of elements. For these properties no rule of a sheet says anything but those of `byRules`.
 */
const quick = ['display', 'visibility', 'opacity', 'pointer-events'];

/** Classes of Mantine for what is seen on some screens only, or whose style depends on the screen. */
const byRules = /mantine-(visible|hidden)-from-|__m(di)?__-/;

const compute = window.getComputedStyle.bind(window);
const isQuick = new WeakSet<CSSStyleDeclaration>();
/** The value of a property for a tag without style, once it was computed. */
const defaults = new Map<string, string>();

/** `getComputedStyle` with the same values, of which most are remembered. */
window.getComputedStyle = (element) => {
  const style = compute(element);
  if (isQuick.has(style)) return style;
  isQuick.add(style);
  const computeValue = style.getPropertyValue.bind(style);
  style.getPropertyValue = (name) => {
    if (!quick.includes(name) || !element.isConnected || isStyled(element, name)) return computeValue(name);
    const key = `${element.tagName} ${name}`;
    const known = defaults.get(key) ?? computeValue(name);
    defaults.set(key, known);
    return known;
  };
  return style;
};

function isStyled(element: Element, name: string): boolean {
  if (element.tagName === 'DIALOG' || element.getAttribute('style')?.includes(name)) return true;
  if (byRules.test(element.getAttribute('class') ?? '')) return true;
  return name === 'visibility' && element.parentElement !== null && isStyled(element.parentElement, name);
}
