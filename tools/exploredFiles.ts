import { spawnSync } from 'node:child_process';

/** What a test says that draws by chance, or tries more where more effort is asked for. */
const drawsByChance = [
  "from 'fast-check'",
  'forRandomQuestions(',
  'chosenSeed(',
  'chosenEffort(',
  'casesOr(',
  'isGate',
  'testing/effort.ts',
];

/** How a test says that the gate leaves it out, always or on one engine. */
export const longTags = ["tags: 'long'", "? ['long'] : []"];

/** Long as a whole, so that the gate leaves it out. */
export const isLong = (file: string): boolean => file.endsWith('.long.test.ts');

/** The tests with this root that hold one of the texts, by path. */
const testsWith = (root: string, texts: readonly string[]): readonly string[] =>
  spawnSync(
    'git',
    ['grep', '-lF', '--untracked', ...texts.flatMap((text) => ['-e', text]), '--', '*.test.ts', '*.test.tsx'],
    { cwd: root, encoding: 'utf8' },
  )
    .stdout.split('\n')
    .filter((file) => file !== '');

/** The test files that draw by chance: `npm run explore` runs them with one seed after the other. */
export const drawingFiles = (root: string): readonly string[] => testsWith(root, drawsByChance);

/**
 * All test files of `npm run explore`: those that draw by chance, those with long tests, the long ones, and those with
 * compiled SQL, some of which the gate runs on one engine only.
 */
export function exploredFiles(root: string): readonly string[] {
  const long = testsWith(root, [' from ']).filter((file) => isLong(file) || file.endsWith('.sql.test.ts'));
  return [...new Set([...drawingFiles(root), ...testsWith(root, longTags), ...long])].sort();
}
