import { namesSubjects } from '../identify/nameWords.ts';
import type { DerivedRoot } from './deriveRoot.ts';
import { countOf, type Guess } from './guess.ts';
import type { DescribedFile, Link } from './keysAndLinks.ts';

/** The table of subjects, and the tables that a chain of links connects with it. */
export interface FoundRoot {
  readonly root: DescribedFile | null;
  /** Where the subjects are the distinct texts of a column instead. */
  readonly derived: DerivedRoot | null;
  readonly connected: ReadonlySet<DescribedFile>;
  readonly guesses: readonly Guess[];
}

/**
 * Chooses the table with one row per subject among those with a key: one whose name or key speaks of subjects, then
 * the one that most tables link to, then one that links to none, then the longest. Where none speaks of subjects but a
 * column does, the subjects are derived from the column.
 */
export function guessRoot(
  files: readonly DescribedFile[],
  links: readonly Link[],
  derived: DerivedRoot | null,
): FoundRoot {
  const [root, ...others] = rankTables(files, links);
  if (derived !== null && (root === undefined || !isRather(root, derived))) {
    const connected = connectedWith(derived.file, [...links, ...derived.links]);
    return { root: null, derived, connected, guesses: [...derived.guesses, ...apartFrom(connected, files)] };
  }
  if (root === undefined) return { root: null, derived: null, connected: new Set(files), guesses: [noRoot] };
  const connected = connectedWith(root, links);
  const guess = describeRoot(root, { others, links });
  return { root, derived: null, connected, guesses: [guess, ...apartFrom(connected, files)] };
}

const linksTo = (file: DescribedFile, links: readonly Link[]): number =>
  links.filter(({ to }) => to === file).length;

/** Tables with a key, the likeliest root first. Where there are links, only tables that a link leads to. */
function rankTables(files: readonly DescribedFile[], links: readonly Link[]): readonly DescribedFile[] {
  const isLinked = files.some((file) => linksTo(file, links) > 0);
  const rankOf = (file: DescribedFile): readonly number[] => [
    speaksOfSubjects(file) ? 0 : 1,
    -linksTo(file, links),
    links.filter(({ from }) => from === file).length,
    -file.staged.rows,
  ];
  const compare = (a: readonly number[], b: readonly number[]): number =>
    a.map((value, index) => value - (b[index] ?? 0)).find((value) => value !== 0) ?? 0;
  return files
    .filter((file) => file.primaryKey !== null && (linksTo(file, links) > 0 || !isLinked))
    .sort((a, b) => compare(rankOf(a), rankOf(b)));
}

const keySpeaks = ({ primaryKey }: DescribedFile): boolean =>
  primaryKey !== null && namesSubjects(primaryKey.column.name);

const speaksOfSubjects = (file: DescribedFile): boolean => keySpeaks(file) || namesSubjects(file.name);

/** A table with the subject column and its own key is not the subject table, whatever its name. */
const isRather = (root: DescribedFile, { file, links }: DerivedRoot): boolean =>
  keySpeaks(root) || (speaksOfSubjects(root) && root !== file && !links.some(({ from }) => from === root));

function describeRoot(
  root: DescribedFile,
  { others, links }: { readonly others: readonly DescribedFile[]; readonly links: readonly Link[] },
): Guess {
  const reasons = [
    ...(speaksOfSubjects(root) ? ['its name or key speaks of subjects'] : []),
    `${countOf(linksTo(root, links), 'table links', 'tables link')} to it`,
    ...(others.length === 0
      ? []
      : [`other tables that could be: ${others.map(({ name }) => name).join(', ')}`]),
  ];
  const text = `root, with one row per subject: ${reasons.join('; ')}`;
  return { about: root.staged.file.path, text, counterExamples: [] };
}

const noRoot: Guess = {
  about: 'all files',
  text: 'no root: no table has a key, and no column repeats subjects under such a name; atrium.root may name a column',
  counterExamples: [],
};

function connectedWith(root: DescribedFile, links: readonly Link[]): Set<DescribedFile> {
  const connected = new Set([root]);
  for (let before = 0; before < connected.size; ) {
    before = connected.size;
    for (const { from, to } of links) {
      if (connected.has(from)) connected.add(to);
      else if (connected.has(to)) connected.add(from);
    }
  }
  return connected;
}

const apartFrom = (
  connected: ReadonlySet<DescribedFile>,
  files: readonly DescribedFile[],
): readonly Guess[] =>
  files
    .filter((file) => !connected.has(file))
    .map(({ staged }) => ({
      about: staged.file.path,
      text: 'described, but not loaded: no link connects it with the root',
      counterExamples: [],
    }));
