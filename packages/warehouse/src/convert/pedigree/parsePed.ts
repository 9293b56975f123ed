import { formatQuantity, toNumber } from '@atrium/contract/calendar/numerals';
import { PackageRefused } from '../../package/packageErrors.ts';
import { type InputFile, linesOf } from '../inputFiles.ts';

/** The sixth column; a number other than 1 and 2 is a measured trait. */
export interface PedPhenotype {
  readonly kind: 'affected' | 'unaffected' | 'unknown' | 'measured';
  readonly text: string;
}

/** A line of a pedigree. */
export interface PedPerson {
  readonly family: string;
  readonly individual: string;
  /** Null where the line says that they are not known, as 0 does. */
  readonly father: string | null;
  readonly mother: string | null;
  readonly sex: 'Male' | 'Female' | null;
  readonly phenotype: PedPhenotype;
  /** Columns after the sixth, by their names. */
  readonly further: Readonly<Record<string, string>>;
  /** File and line, for messages. */
  readonly where: string;
}

export interface Pedigree {
  readonly persons: readonly PedPerson[];
  /** Names of the columns after the sixth, as the header has them. */
  readonly further: readonly string[];
  /** How many cells without a name stood after the sixth, as genotypes do. */
  readonly nameless: number;
}

const defaultColumns = 6;

/** Names of the columns in headers. A line that begins with the first of them is a header, not a person. */
const familyNames = /^(?:#?\s*)(?:family|fam|fid|family_?id|fam_?id|pedigree|pedigree_?id|kindred)$/i;

const sexes: ReadonlyMap<string, 'Male' | 'Female'> = new Map([
  ['1', 'Male'],
  ['m', 'Male'],
  ['male', 'Male'],
  ['2', 'Female'],
  ['f', 'Female'],
  ['female', 'Female'],
]);
/** What programs write for what is not known, in small letters. */
const unknownWords = [
  ...['', '.', '-', '--', '?', '*'],
  ...['na', 'n/a', '#n/a', 'nan', 'none', 'null', 'nil', 'unknown', 'unk', 'missing'],
];
const unknownSex = new Set([...unknownWords, '0', '3', '-9', 'other', 'u']);
const noName = new Set([...unknownWords, '0', '-9', '-99', 'not known']);
const noParent = new Set([...noName, 'founder']);
const phenotypes: ReadonlyMap<string, PedPhenotype['kind']> = new Map([
  ...unknownWords.map((word) => [word, 'unknown'] as const),
  ['0', 'unknown'],
  ['-9', 'unknown'],
  ['1', 'unaffected'],
  ['unaffected', 'unaffected'],
  ['2', 'affected'],
  ['affected', 'affected'],
]);

const phenotypeKind = (text: string): PedPhenotype['kind'] | null =>
  phenotypes.get(text.toLowerCase()) ?? (toNumber(text) === null ? null : 'measured');

/**
 * The persons of a PED file: six columns between white space, further ones with a header, `#` before comments. Throws
 * PackageRefused with every line that is wrong.
 */
export async function parsePed(file: InputFile): Promise<Pedigree> {
  const persons: PedPerson[] = [];
  const faults: string[] = [];
  let header: readonly string[] | null = null;
  let nameless = 0;
  for await (const { text, number } of linesOf(file)) {
    const cells = cellsOf(text);
    const where = `${file.path}:${number}`;
    if (cells.length === 0) continue;
    if (persons.length === 0 && header === null && isHeader(cells)) header = cells;
    else if (text.trimStart().startsWith('#')) continue;
    else {
      const read = readPerson(cells, { where, header });
      if (typeof read === 'string') faults.push(`${where}: ${read}`);
      else persons.push(read);
      nameless += header === null ? Math.max(0, cells.length - defaultColumns) : 0;
    }
    if (faults.length === maxFaults) break;
    if (persons.length > maxPersons)
      throw new PackageRefused([
        `${file.path}: has more than ${formatQuantity(maxPersons, 'individual')}; split the file by families`,
      ]);
  }
  if (faults.length > 0) throw new PackageRefused(faults);
  return { persons, further: (header ?? []).slice(defaultColumns), nameless };
}

const maxFaults = 20;
/** Relatives of one family may stand anywhere in a file, so that all are in memory. */
const maxPersons = 1_000_000;

/** Cells between tabs may be empty or hold blanks; a line with fewer tabs than that has blanks between its cells, too. */
function cellsOf(text: string): readonly string[] {
  if (text.trim() === '') return [];
  const tabbed = text.split('\t').map((cell) => cell.trim());
  return tabbed.length < defaultColumns ? text.trim().split(/\s+/) : tabbed;
}

const isHeader = ([first = '']: readonly string[]): boolean => familyNames.test(first);

interface LineContext {
  readonly where: string;
  readonly header: readonly string[] | null;
}

/** The person of a line, or what is wrong with it, with the column. */
function readPerson(cells: readonly string[], { where, header }: LineContext): PedPerson | string {
  if (cells.length < defaultColumns)
    return `has ${formatQuantity(cells.length, 'column')}; family, individual, father, mother, sex and phenotype are needed`;
  if (header !== null && cells.length !== header.length)
    return `has ${formatQuantity(cells.length, 'column')}, but the header has ${header.length}`;
  const [family = '', individual = '', father = '', mother = '', sex = '', phenotype = ''] = cells;
  if (noName.has(family.toLowerCase())) return 'family: is missing';
  if (noName.has(individual.toLowerCase())) return 'individual: is missing';
  const known = sexes.get(sex.toLowerCase()) ?? null;
  if (known === null && !unknownSex.has(sex.toLowerCase()))
    return `sex: "${sex}" is none of 1 (male), 2 (female) and 0 (unknown)`;
  const kind = phenotypeKind(phenotype);
  if (kind === null)
    return `phenotype: "${phenotype}" is none of 1 (unaffected), 2 (affected) and 0 (unknown), and no number`;
  const parent = (text: string) => (noParent.has(text.toLowerCase()) ? null : text);
  return {
    family,
    individual,
    father: parent(father),
    mother: parent(mother),
    sex: known,
    phenotype: { kind, text: phenotype },
    further: Object.fromEntries(
      (header ?? []).slice(defaultColumns).map((name, index) => [name, cells[defaultColumns + index] ?? '']),
    ),
    where,
  };
}
