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

/** Takes minutes by its nature, so that the gate leaves it out. */
export const isLong = (file: string): boolean => file.endsWith('.long.test.ts');

/** The test files of `npm run explore`: those that draw by chance, and the long ones. */
export function exploredFiles(root: string): readonly string[] {
  const git = (...args: readonly string[]): readonly string[] =>
    spawnSync('git', args, { cwd: root, encoding: 'utf8' })
      .stdout.split('\n')
      .filter((file) => file !== '');
  const drawing = drawsByChance.flatMap((text) => ['-e', text]);
  const found = git('grep', '-lF', '--untracked', ...drawing, '--', '*.test.ts');
  const long = git('ls-files', '--cached', '--others', '--exclude-standard', '--', '*.test.ts').filter(
    isLong,
  );
  return [...new Set([...found, ...long])].sort();
}
