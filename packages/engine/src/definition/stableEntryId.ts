const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const length = 12;

/** An entry id that is always the same for a concept, so that a fresh table can be edited at once (rule 5.10). */
export function stableEntryId(conceptId: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const character of `column ${conceptId}`) {
    hash = ((hash ^ BigInt(character.codePointAt(0) ?? 0)) * 0x100000001b3n) & 0xffffffffffffffffn;
  }
  let id = '';
  for (let place = 0; place < length; place += 1) {
    id += alphabet.charAt(Number(hash % 62n));
    hash /= 62n;
  }
  return id;
}
