import { disarmed } from '@atrium/contract/documents/formulas';
import { findUnsafe, withoutUnsafe } from '@atrium/contract/documents/unsafeCharacters';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { encodeExtended } from 'content-disposition';

/**
 * Texts that were made safe for what a script, manifest, zip or header is (rule 13.74). Each kind has one constructor,
 * and writers take these types only: to forget it does not compile.
 */
declare const safe: unique symbol;
type Safe<Kind extends string> = string & { readonly [safe]: Kind };

/** A text without any character that ends a line: for comments and messages. */
export type OneLine = Safe<'one line'>;
/** A line that stays as it is, or is refused: the path of a file as another program must find it. */
export type ExactLine = Safe<'exact line'>;
/** A word of letters, digits, `_` and `-`: the only text that stands in code. */
export type Identifier = Safe<'identifier'>;
/** The path under which a receiver stores a file: relative, upwards nowhere, in one line. */
export type SafePath = Safe<'path'>;
/** A word without space, quote or separator: an address, a check sum, a tag. */
export type Token = Safe<'token'>;
/** A quoted word of a POSIX shell. */
export type ShellWord = Safe<'shell word'>;
/** A cell between tabs that no spreadsheet runs as a formula. */
export type ManifestCell = Safe<'cell'>;
/** A value in JSON. */
export type JsonText = Safe<'json'>;
/** The value of a content-disposition header. */
export type Disposition = Safe<'disposition'>;
/** A text that was written of the ones above. */
export type Written = Safe<'written'>;

export const oneLine = (text: string): OneLine => withoutUnsafe(text, ' ') as OneLine;

/** Refuses with conflict a text with a line break or another unsafe character. */
export function exactLine(text: string): ExactLine {
  const found = findUnsafe(text);
  if (found === null) return text as ExactLine;
  throw new PortalError(
    'conflict',
    `${jsonText(withoutUnsafe(text, '_'))} holds the character ${found} and cannot be written safely.`,
  );
}

/** Refuses with conflict what is no such word. */
export function identifier(text: string): Identifier {
  if (/^[A-Za-z0-9_-]{1,100}$/.test(text)) return text as Identifier;
  throw new PortalError(
    'conflict',
    `${jsonText(withoutUnsafe(text, '_'))} is no id that may stand in a program.`,
  );
}

/** Refuses with conflict what is no such path, also where it was stored before there was the rule. */
export function safePath(text: string): SafePath {
  const parts = text.split('/');
  if (findUnsafe(text) !== null || /["\\]/.test(text) || parts.some((part) => /^(\.{0,2}$|[-~])/.test(part)))
    throw new PortalError(
      'conflict',
      `The path ${jsonText(withoutUnsafe(text, '_'))} of a file cannot be written safely. Please begin the download again, or tell the operator.`,
    );
  return text as SafePath;
}

/** Refuses with conflict what is more than one word of visible ASCII. */
export function token(text: string): Token {
  if (!/^[!#-[\]-_a-{}~]*$/.test(text))
    throw new PortalError('conflict', `${jsonText(withoutUnsafe(text, '_'))} is no plain address or name.`);
  return text as Token;
}

/** Refuses with conflict what a shell would not take as it is. */
export function shellWord(text: string): ShellWord {
  return `'${exactLine(text).replace(/'/g, `'\\''`)}'` as ShellWord;
}

export const manifestCell = (text: string): ManifestCell => disarmed(oneLine(text)) as ManifestCell;

export const jsonText = (value: unknown, indent = 0): JsonText =>
  JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  ) as JsonText;

/** Of a file that is to be saved under its name (RFC 6266). */
export function attachment(name: string): Disposition {
  const whole = withoutUnsafe(name, '_');
  return `attachment; filename="${whole.replace(/[^\w.+ -]/g, '_')}"; filename*=${encodeExtended(whole)}` as Disposition;
}

type SafeText =
  | OneLine
  | ExactLine
  | Identifier
  | SafePath
  | Token
  | ShellWord
  | ManifestCell
  | JsonText
  | Written;

/** Puts safe texts and numbers into a text of the code. */
export const written = (parts: TemplateStringsArray, ...values: readonly (SafeText | number)[]): Written =>
  parts.map((part, index) => `${part}${values[index] ?? ''}`).join('') as Written;

/** Safe texts one after the other. */
export const joined = (texts: readonly SafeText[], between = ''): Written => texts.join(between) as Written;
