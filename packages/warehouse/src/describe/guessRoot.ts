import { namesSubjects } from './columnNames.ts';
import { countOf, type Guess } from './guess.ts';
import type { DescribedFile, Link } from './keysAndLinks.ts';

/** The table of subjects, and the tables that a chain of links connects with it. */
export interface FoundRoot {
  readonly root: DescribedFile | null;
  readonly connected: ReadonlySet<DescribedFile>;
  readonly guesses: readonly Guess[];
}

/**
 * Chooses the table with one row per subject among those with a key: one whose name or key speaks of subjects, then
 * the one that most tables link to, then one that links to none, then the longest.
 */
export function guessRoot(files: readonly DescribedFile[], links: readonly Link[]): FoundRoot {
  const linksTo = (file: DescribedFile): number => links.filter(({ to }) => to === file).length;
  const linksFrom = (file: DescribedFile): number => links.filter(({ from }) => from === file).length;
  const mostLinked = Math.max(0, ...files.map(linksTo));
  const ranked = files
    .filter((file) => file.primaryKey !== null && (linksTo(file) > 0 || mostLinked === 0))
    .map((file) => ({
      file,
      rank: [namesSubjectsOf(file) ? 0 : 1, -linksTo(file), linksFrom(file), -file.staged.rows],
    }))
    .sort(
      (a, b) => a.rank.map((value, index) => value - (b.rank[index] ?? 0)).find((value) => value !== 0) ?? 0,
    );
  const root = ranked[0]?.file ?? null;
  if (root === null) return { root, connected: new Set(files), guesses: [noRoot] };
  const connected = connectedWith(root, links);
  const others = ranked.slice(1).map(({ file }) => file.name);
  const words = [
    ...(namesSubjectsOf(root) ? ['its name or key speaks of subjects'] : []),
    `${countOf(linksTo(root), 'table links', 'tables link')} to it`,
    ...(others.length === 0 ? [] : [`other tables that could be: ${others.join(', ')}`]),
  ];
  const guess = { about: root.staged.file.path, text: `root, with one row per subject: ${words.join('; ')}` };
  return {
    root,
    connected,
    guesses: [
      { ...guess, counterExamples: [] },
      ...files.filter((file) => !connected.has(file)).map(notLoaded),
    ],
  };
}

const noRoot: Guess = {
  about: 'all files',
  text: 'no root: no table has a key, so no table can have one row per subject',
  counterExamples: [],
};

const namesSubjectsOf = ({ name, primaryKey }: DescribedFile): boolean =>
  namesSubjects(name) || (primaryKey !== null && namesSubjects(primaryKey.column.name));

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

const notLoaded = ({ staged }: DescribedFile): Guess => ({
  about: staged.file.path,
  text: 'described, but not loaded: no link connects it with the root',
  counterExamples: [],
});
