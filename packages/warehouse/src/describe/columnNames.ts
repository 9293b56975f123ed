import { namesSubjects, singularOf, wordsOf } from '../identify/nameWords.ts';

const keyWords: ReadonlySet<string> = new Set(['id', 'code', 'key', 'uuid', 'guid']);
/** Whether the name ends like that of a key: `patient_id`, `code`. */
export const isKeyName = (name: string): boolean => keyWords.has(wordsOf(name).at(-1) ?? '');

const codeWords =
  /^(?:codes?|icd(?:\d+)?(?:cm|pcs)?|cpt|hcpcs|loinc|snomed|sctid|ndc|rxnorm|rxcui|atc|omim|mim|orpha|orphanet|drg|zip|zipcode|plz|postcode|barcode|ean|mrn)$/;
/** Whether the name speaks of codes, whose zeros count. */
export const namesCodes = (name: string): boolean => wordsOf(name).some((word) => codeWords.test(word));

const dateWords = /^(?:date|datum|dat|day|dob|birthday|fecha)$/;
export const namesDate = (name: string): boolean => wordsOf(name).some((word) => dateWords.test(word));

const birthWords = /^(?:birth|birthday|birthdate|dob|geburt|geburtsdatum|geboren|naissance|nacimiento|born)$/;
export const namesBirth = (name: string): boolean => wordsOf(name).some((word) => birthWords.test(word));

const yearWords = /^(?:years?|yr|jahr|annee|année|anno|año|ano|yob)$/;
export const namesYear = (name: string): boolean => wordsOf(name).some((word) => yearWords.test(word));

const yearsOfAgeWords = /^(?:ages?|alter|edad|âge)$/;
/** Whether the name speaks of an age; other units of it than years aside. */
export const namesAgeInYears = (name: string): boolean =>
  wordsOf(name).some((word) => yearsOfAgeWords.test(word)) &&
  !wordsOf(name).some((word) => /^(?:days?|weeks?|months?|tage|wochen|monate)$/.test(word));

const ageWords = /^(?:ages?|alter|edad|âge|days|tage)$/;
export const namesAge = (name: string): boolean => wordsOf(name).some((word) => ageWords.test(word));

const joined = (words: readonly string[]): string => words.map(singularOf).join('');

/** Whether a column is called like a table, with the word of a key at its end or without: `patient_id` of `patients`. */
export function isNamedAfter(column: string, table: string): boolean {
  const words = wordsOf(column);
  const stem = keyWords.has(words.at(-1) ?? '') ? words.slice(0, -1) : words;
  return stem.length > 0 && joined(stem) === joined(wordsOf(table));
}

/** How much a column's name speaks for its being the key of the table, 0 the most; null where it says nothing. */
export function keyRank(column: string, table: string): number | null {
  const words = wordsOf(column);
  if (!isKeyName(column)) return null;
  if (isNamedAfter(column, table)) return 0;
  if (words.length === 1) return 1;
  return namesSubjects(column) ? 2 : 3;
}

/** How the name of a column is related to that of a key of another table; null where it is not. */
export function relationOf(column: string, key: string, table: string): 'same' | 'related' | null {
  const own = wordsOf(column);
  const other = wordsOf(key);
  const isBare = other.length === 1 && keyWords.has(other[0] ?? '');
  if (own.join(' ') === other.join(' ')) return isBare ? null : 'same';
  if (isBare) return isNamedAfter(column, table) ? 'related' : null;
  if (isNamedAfter(column, table) && isNamedAfter(key, table)) return 'related';
  const end = own.slice(-other.length).join(' ');
  return other.length > 1 && end === other.join(' ') ? 'related' : null;
}
