const wrapped = /^\/(.+)\/$/su;

/** The pattern of a term written `/pattern/`, or null for plain text. */
export const patternOf = (term: string): string | null =>
  term.startsWith('/') ? (wrapped.exec(term)?.[1] ?? null) : null;

const longest = 500;
const maxRepeats = 1000;

/**
 * The syntax that both engines and JavaScript read in the same way: no look-around, no back-references, no escapes of
 * other letters.
 */
const escaped = /\\(?:[dDwWsSnrtf]|[^A-Za-z0-9])/u;
const classItem = new RegExp(`${escaped.source}|[^\\]\\[\\\\]`, 'u');
const token = new RegExp(
  [
    escaped.source,
    /\\[bB]/u.source,
    `\\[(?!\\^\\])\\^?(?:${classItem.source})+\\]`,
    /\((?:\?:)?(?!\?)/u.source,
    /\{\d+(?:,\d*)?\}/u.source,
    /[^\\[\]({}]/u.source,
  ].join('|'),
  'uy',
);
const leadingFlags = /^\(\?[ims]+\)/u;
const repetition = /\{(\d+)(?:,(\d*))?\}/gu;

function isReadable(pattern: string): boolean {
  token.lastIndex = 0;
  while (token.lastIndex < pattern.length) if (!token.test(pattern)) return false;
  return true;
}

/** The product of all repeats bounds what nested ones may ask for. */
function repeats(pattern: string): number {
  let product = 1;
  for (const [, low, high] of pattern.matchAll(repetition))
    product *= Math.max(Number(low), Number(high ?? 0), 1);
  return product;
}

/**
 * Whether every engine can run the pattern. Unusual patterns are refused even where one engine would accept them (rule
 * 2.15).
 */
export function isPattern(pattern: string): boolean {
  const body = pattern.replace(leadingFlags, '');
  if (body === '' || pattern.length > longest || !isReadable(body) || repeats(body) > maxRepeats)
    return false;
  try {
    new RegExp(body);
    return true;
  } catch {
    return false;
  }
}
