import { type ColumnTexts, isLike, type TextGroup } from './columnTexts.ts';
import { countOf, maxCounterExamples } from './guess.ts';
import type { ColumnChoice, TypeGuess } from './typeGuess.ts';

/** Something about the texts of a column that a person may want to mend. */
export interface ColumnNote {
  readonly text: string;
  readonly counterExamples: readonly string[];
  /** The reading that mends it. */
  readonly choice?: ColumnChoice;
}

/** What is looked for in columns of texts; a new kind is one row. */
const finders: readonly ((texts: ColumnTexts) => Promise<ColumnNote | null>)[] = [
  findBounds,
  findSpellings,
  findBlanks,
];

/** What is told of a column beside its type (rule 10.40). */
export async function noteColumn(texts: ColumnTexts, { field }: TypeGuess): Promise<readonly ColumnNote[]> {
  const hasWords = field.atrium?.type === 'number_with_categories';
  if ((field.type !== 'string' && !hasWords) || texts.profile.values === 0) return [];
  const found: ColumnNote[] = [];
  for (const find of hasWords ? [findBounds] : finders) {
    const note = await find(texts);
    if (note !== null) found.push(note);
  }
  return found;
}

/** A number, perhaps with its unit. */
const amount = String.raw`[+-]?\d[\d.,]*(?:[eE][+-]?\d+)?(?:\s*[^\d\s<>].{0,20})?`;
const bound = String.raw`(?:[<>≤≥]=?|less than|more than|below|above)\s*[+-]?\d[\d.,]*(?:\s*\D{0,20})?`;

/** Numbers with bounds among them, such as values below a limit of detection. */
async function findBounds(texts: ColumnTexts): Promise<ColumnNote | null> {
  const isBound = `regexp_full_match(lower(v), '${bound}')`;
  const { fits, cells } = await texts.count(isBound);
  if (fits === 0) return null;
  const numbers = await texts.count(isLike(amount));
  if ((fits + numbers.fits) * 2 < texts.profile.values) return null;
  const groups = await texts.groups('v', { condition: isBound, least: 1 });
  const shown = byCells(groups).slice(0, maxCounterExamples);
  return {
    text: `${countOf(fits, 'text is a bound', 'texts are bounds')} in ${countOf(cells, 'cell')}, such as values below a limit of detection: ${listGroups(shown)}`,
    counterExamples: [],
  };
}

const byCells = (groups: readonly TextGroup[]): readonly TextGroup[] =>
  [...groups].sort((a, b) => b.cells - a.cells);
const listGroups = (groups: readonly TextGroup[]): string =>
  groups.map(({ key, cells }) => `${key} (${countOf(cells, 'cell')})`).join(', ');

const maxSpelled = 200;
/** Without regard to case, and to what divides words. */
const folded = String.raw`regexp_replace(lower(v), '([\pL\pN])[\s_.-]+(\pL)', '\1 \2', 'g')`;

/** Texts that may be spellings of one value: they differ in case or blanks, or one is short for another. */
async function findSpellings(texts: ColumnTexts): Promise<ColumnNote | null> {
  const { distinct, valueCells, values } = texts.profile;
  if (distinct > maxSpelled) return null;
  const groups = joinShort(await texts.groups(folded, { condition: 'true', least: 1 }));
  const several = byCells(groups.filter((group) => group.examples.length > 1));
  if (several.length === 0) return null;
  const listed = several.map(({ examples }) => examples.map((text) => JSON.stringify(text)).join(', '));
  const spellings = several.flatMap(({ examples: [value = '', ...others] }) =>
    others.map((text) => ({ text, value })),
  );
  const text = `perhaps spellings of one value: ${listed.join('; ')}`;
  const choice: ColumnChoice = {
    reading: { type: 'string', atrium: { type: 'category', spellings } },
    texts: values,
    cells: valueCells,
    ofTexts: values,
    ofCells: valueCells,
    reason: text,
    counterExamples: [],
  };
  return { text, counterExamples: [], choice };
}

/** Words with their usual short forms. */
const shortForms: readonly (readonly string[])[] = [
  ['male', 'm', 'man', 'boy'],
  ['female', 'f', 'w', 'woman', 'girl'],
  ['yes', 'y', 'true', 'ja', 'oui', 'si'],
  ['no', 'n', 'false', 'nein', 'non'],
  ['positive', 'pos', '+'],
  ['negative', 'neg', '-'],
  ['unknown', 'unk', 'u'],
  ['left', 'l', 'lt'],
  ['right', 'r', 'rt'],
];
/** A single letter is short for a word only in columns with few values. */
const maxValues = 12;

/** Joins the groups of which one is short for the other: `m` and `male`, `F` and `Female`. */
function joinShort(groups: readonly TextGroup[]): readonly TextGroup[] {
  if (groups.length > maxValues) return groups;
  const joined = new Map<string, TextGroup[]>();
  for (const group of groups) {
    const name = longNameOf(group.key, groups);
    joined.set(name, [...(joined.get(name) ?? []), group]);
  }
  return [...joined].map(([key, parts]) => ({
    key,
    texts: parts.reduce((sum, { texts }) => sum + texts, 0),
    cells: parts.reduce((sum, { cells }) => sum + cells, 0),
    // The long name first, for that is what the others become.
    examples: [...parts].sort((a, b) => b.key.length - a.key.length).flatMap(({ examples }) => examples),
  }));
}

function longNameOf(key: string, groups: readonly TextGroup[]): string {
  const known = shortForms.find((forms) => forms.includes(key));
  const usual = known?.find((form) => groups.some((group) => group.key === form));
  if (usual !== undefined) return usual;
  if (!/^\p{L}$/u.test(key)) return key;
  const longer = groups.filter((group) => group.key.length > 1 && group.key.startsWith(key));
  return longer.length === 1 ? (longer[0]?.key ?? key) : key;
}

async function findBlanks(texts: ColumnTexts): Promise<ColumnNote | null> {
  const cells = await texts.padded();
  if (cells === 0) return null;
  const text = `blanks stand around the text of ${countOf(cells, 'cell')}; they are taken away`;
  return { text, counterExamples: [] };
}
