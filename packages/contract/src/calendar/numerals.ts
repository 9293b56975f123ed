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
