/**
 * Characters that end a line, run something or turn the direction of text: controls (C0, C1), separators of lines and
 * paragraphs, signs of direction, byte order marks and halves of characters. No path, id or name that reaches a script,
 * manifest or header holds one (rule 10.31).
 */
const unsafe = '\\p{Cc}\\p{Zl}\\p{Zp}\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069\\uFEFF';

const first = new RegExp(`[${unsafe}\\p{Cs}]`, 'u');
const every = new RegExp(`[${unsafe}\\p{Cs}]`, 'gu');

/** The same for databases, whose texts have no halves of characters. */
export const unsafePattern = `[${unsafe.replace(/\\u([0-9A-F]{4})/g, '\\x{$1}')}]`;

/** Names the first such character, as U+000A; null where there is none. */
export function findUnsafe(text: string): string | null {
  const found = first.exec(text)?.[0];
  if (found === undefined) return null;
  return `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The text with something in the place of each such character. */
export const withoutUnsafe = (text: string, replacement: string): string => text.replace(every, replacement);
