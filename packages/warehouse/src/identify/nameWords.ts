/** The words of a name in lower case: `birthDate`, `birth_date` and `Birth date` have the same. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Letters without accents, so that `Straße` and `strasse` are the same. */
export const plainLetters = (text: string): string =>
  text
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '');

export const singularOf = (word: string): string =>
  word.length < 4 || word.endsWith('ss') ? word : word.replace(/ies$/, 'y').replace(/s$/, '');

const subjectWords: ReadonlySet<string> = new Set(['case', 'animal', 'mouse', 'client', 'member', 'twin']);
const subjectStems =
  /subject|patient|person|participa|individu|proband|donor|respondent|pacient|paziente|teilnehm/;

/** Whether the name speaks of the individuals whom research is about. */
export const namesSubjects = (name: string): boolean =>
  wordsOf(name).some((word) => subjectWords.has(singularOf(word)) || subjectStems.test(word));
