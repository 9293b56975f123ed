import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '../../sql/quoted.ts';

const maxLength = 1000;

/** What the database's expressions have no word for, or another meaning. */
const unsupported = [
  { form: /\(\?(?!:|P?<[A-Za-z_])/, reason: () => 'looks around or sets options, which is not supported' },
  { form: /\\[1-9bBAZzkciCGQE]/, reason: (found: string) => `has ${found}, which is not supported` },
  { form: /\[[^\]]*(?:\[:|-\[)/, reason: () => 'has a class in a class, which is not supported' },
];

/** What the database says of a pattern, and our words for it; it ends with the part that is wrong. */
const faults: readonly (readonly [RegExp, (part: string) => string])[] = [
  [/missing \): /, () => 'opens a group and does not close it'],
  [/unexpected \): /, () => 'closes a group that is not open'],
  [/invalid repetition size: (.*)/, (part) => `repeats ${part}, which cannot be counted`],
  [/invalid character class range: (.*)/, (part) => `has ${part}, which is no set of characters`],
  [/too large/, () => 'repeats too much'],
  [/: [^:]*: ([\s\S]*)$/, (part) => `cannot be read at "${part}"`],
  [/(?:)/, () => 'cannot be read'],
];

/**
 * Why the `pattern` of a field cannot be used, in words; null for one that can. Look-around, back-references and word
 * boundaries are refused.
 */
export async function patternFault(pattern: string, connection: DuckDBConnection): Promise<string | null> {
  if (pattern.length > maxLength) return `is longer than ${maxLength} characters`;
  const bare = pattern.replaceAll(/\\[^1-9A-Za-z]/g, '');
  for (const { form, reason } of unsupported) {
    const [found] = form.exec(bare) ?? [];
    if (found !== undefined) return reason(found);
  }
  try {
    await connection.run(`SELECT ${fitsPattern("''", pattern)}`);
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (!message.startsWith('Invalid Input Error')) throw error;
    for (const [form, inWords] of faults) {
      const found = form.exec(message);
      if (found !== null) return inWords(found[1] ?? '');
    }
    throw error;
  }
}

/**
 * Expression: whether a text as a whole has the form that a pattern describes. Patterns come from strangers, and
 * JavaScript's own engine takes exponential time for some; the database's (RE2) takes time that grows with the text.
 */
export const fitsPattern = (text: string, pattern: string): string =>
  `regexp_full_match(${text}, ${literal(spelledForDatabase(pattern))})`;

/** Characters by their numbers, properties, names of groups and needless escapes, as the database's expressions have them. */
const spelledForDatabase = (pattern: string): string =>
  pattern.replaceAll(
    /\\u(?:\{([\dA-Fa-f]+)\}|([\dA-Fa-f]{4}))|\\([pP]\{)(?:sc|gc|Script|General_Category)=|\\([\s\S])|\(\?P?<\w+>/g,
    (
      all: string,
      braced: string | undefined,
      digits: string | undefined,
      property: string | undefined,
      escaped: string | undefined,
    ) => {
      const code = braced ?? digits;
      if (code !== undefined) return `\\x{${code}}`;
      if (property !== undefined) return `\\${property}`;
      if (escaped === undefined) return '(?:';
      return /^[!-^`-~]$/.test(escaped) ? all : escaped;
    },
  );
