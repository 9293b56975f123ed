const numeral = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** The number that a text spells, blanks around it aside; null for empty text, `0x10`, `1,5`, `NaN` and what is too large. */
export function toNumber(text: string): number | null {
  const trimmed = text.trim();
  const value = numeral.test(trimmed) ? Number(trimmed) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

/** The whole number that a text spells; `3.0` is one, `3.5` is not. */
export function toWholeNumber(text: string): number | null {
  const value = toNumber(text);
  return value !== null && Number.isInteger(value) ? value : null;
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** `1`, `'subject'` → `1 subject`; `2000` → `2,000 subjects`; a suppressed count such as `<5` has the plural. */
export const formatQuantity = (count: number | string, noun: string, plural = `${noun}s`): string =>
  `${typeof count === 'number' ? whole.format(count) : count} ${count === 1 ? noun : plural}`;

/** A name within a sentence: "Hospital stay" is "hospital stay", "DNA sample" stays. */
export const inSentence = (name: string): string =>
  /^\p{Lu}(?=\p{Ll})/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

type Bound<Value> = Value | null | undefined;

/** Whether a lower bound, a number or an ISO day, lies above the upper one; an open bound never does. */
export const isReversed = <Value extends number | string>(min: Bound<Value>, max: Bound<Value>): boolean =>
  min !== null && min !== undefined && max !== null && max !== undefined && min > max;
