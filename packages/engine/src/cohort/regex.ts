const wrapped = /^\/(.+)\/$/su;

/** The pattern of a term written `/pattern/`, or null for plain text. */
export const patternOf = (term: string): string | null => wrapped.exec(term)?.[1] ?? null;

const longest = 500;
/** What the engines' regular expressions lack: look-around, back-references, empty classes, other letter escapes. */
const unsupported = /\(\?(?:[=!]|<[=!])|\\[1-9]|\\[^aftnrvxdDsSwWbBAzpP\W_0-9]|\[\^?\]/u;
const repetitions = /\{(\d+)(?:,(\d*))?\}/gu;

/** Whether a pattern is one that the engines can run; they are the judge in doubt, this keeps plain mistakes out. */
export function isPattern(pattern: string): boolean {
  if (pattern.length > longest || unsupported.test(pattern)) return false;
  for (const [, low, high] of pattern.matchAll(repetitions))
    if (Number(low) > 1000 || Number(high ?? 0) > 1000) return false;
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}
