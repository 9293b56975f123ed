import { words } from './words.ts';

/** What is wrong with a text before it is sent; a private key must not leave the browser (rule 13.62). */
export function judgeKey(text: string): string | null {
  const given = text.trim();
  if (given === '') return words.missing;
  if (/PRIVATE KEY|PuTTY-User-Key-File/i.test(given)) return words.isPrivate;
  return /(?:^|\s)(?:ssh|ecdsa|sk)-[\w@.-]+\s/.test(given) ? null : words.notPublic;
}
