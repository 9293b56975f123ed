/** Words that a field is not simply spelled with. */
const words: ReadonlyMap<string, string> = new Map(
  Object.entries({
    username: 'user name',
    email: 'e-mail',
    sha256: 'check sum',
    url: 'web address',
    ids: 'entries',
    uniqueid: 'dataset',
    sshkey: 'SSH key',
  }),
);

/** Parts of a path that say nothing to a person. */
const silent: ReadonlySet<string> = new Set(['transformation', 'descriptor', 'params', 'value']);

/** A field of a call, as its wire or the code spells it, in words: `terms.0.code` is "Terms, entry 1, code". */
export function fieldWords(path: string): string {
  const parts = path.split('.').filter((part) => !silent.has(part));
  const said = parts.map((part) => (/^\d+$/.test(part) ? `entry ${Number(part) + 1}` : partWords(part)));
  const text = said.length === 0 || path === 'body' ? 'What was entered' : said.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function partWords(part: string): string {
  const split = part
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
  return words.get(split.replaceAll(' ', '')) ?? (split.replace(/(.) ids?$/, '$1') || 'entry');
}

/** A refusal that begins each of its sentences with a field, with the fields in words. */
export const withFieldWords = (detail: string): string =>
  detail.replace(
    /(^|; )([A-Za-z][\w.-]*): (?=\S)/g,
    (_, before: string, path: string) => `${before}${fieldWords(path)}: `,
  );
