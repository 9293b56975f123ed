import { spawnSync } from 'node:child_process';

/** What a test says that draws by chance, or tries more where more effort is asked for. */
const drawsByChance = [
  "from 'fast-check'",
  'forRandomQuestions(',
  'chosenSeed(',
  'chosenEffort(',
  'casesOr(',
  "['ATRIUM_TEST_EFFORT']",
];

/** How a test says that the gate leaves it out, always or on one engine. */
export const longTags = ["tags: 'long'", "? ['long'] : []"];

/** Long as a whole, so that the gate leaves it out. */
export const isLong = (file: string): boolean => file.endsWith('.long.test.ts');

/** The test files of `npm run explore`: those that draw by chance, the long ones, and those with long tests. */
export function exploredFiles(root: string): readonly string[] {
  const git = (...args: readonly string[]): readonly string[] =>
    spawnSync('git', args, { cwd: root, encoding: 'utf8' })
      .stdout.split('\n')
      .filter((file) => file !== '');
  const said = [...drawsByChance, ...longTags].flatMap((text) => ['-e', text]);
  const found = git('grep', '-lF', '--untracked', ...said, '--', '*.test.ts', '*.test.tsx');
  const long = git('ls-files', '--cached', '--others', '--exclude-standard', '--', '*.test.ts').filter(
    isLong,
  );
  return [...new Set([...found, ...long])].sort();
}
