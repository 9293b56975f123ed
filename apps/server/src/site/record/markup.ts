import { findUnsafe } from '@atrium/contract/documents/unsafeCharacters';

/** A text in which nothing of the data is markup of XML or HTML. */
declare const made: unique symbol;
export type Markup = string & { readonly [made]: true };

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it is; without the characters that XML cannot hold, but with its lines. */
export const markup = (words: string): Markup =>
  [...words]
    .map((letter) => (letter === '\n' || findUnsafe(letter) === null ? (references[letter] ?? letter) : ' '))
    .join('') as Markup;

/** An element with its attributes; names are those of the code. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  content: readonly Markup[],
): Markup {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${markup(value)}"`);
  return `<${name}${written.join('')}>${content.join('')}</${name}>` as Markup;
}

/** A value as a block of data in a page: no text of it can end the block. */
export const dataBlock = (value: unknown): Markup =>
  `<script type="application/ld+json">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>` as Markup;
