import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { hasFront } from '../apps/server/src/testing/frontedPortals.ts';
import { findChromium, findFirefox } from '../e2e/findBrowser.ts';
import { journeyInFirefox } from '../e2e/firefoxJourney.ts';
import { drawingFiles, exploredFiles } from './exploredFiles.ts';

/**
 * Walks the main journey in Firefox, and runs the browser tests and the code tests that the gate leaves out. Then it runs
 * the tests that draw by chance with one new seed after the other, for as long as one likes. It prints how to see each
 * failure again; what it finds becomes a case of its own beside the code.
 */
const root = path.resolve(import.meta.dirname, '..');
const usage =
  'npm run explore -- [--minutes 10] [--effort 25] [firefox] [browser] [operator] [cluster] [part of a file name …]';

const { values, positionals } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, effort: { type: 'string', default: '25' } },
  allowPositionals: true,
});
const positive = z.coerce.number().positive();
const minutes = positive.safeParse(values.minutes);
const effort = positive.safeParse(values.effort);

const walks = ['firefox', 'browser', 'operator', 'cluster'];
/** Parts of file names. */
const names = positionals.filter((word) => !walks.includes(word));
const isWanted = (walk: string): boolean => positionals.length === 0 || positionals.includes(walk);

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

interface Finding {
  readonly title: string;
  readonly replay: string;
  readonly messages: readonly string[];
}

/** For a shell, and for Vitest, which reads a name as a pattern. */
const asPattern = (name: string): string =>
  `'${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "'\\''")}'`;

const chosenFiles = (): readonly string[] =>
  exploredFiles(root).filter((file) => positionals.length === 0 || names.some((part) => file.includes(part)));

/** Runs every file once from this seed; a run that reports nothing is a finding too. */
function explore(seed: number, files: readonly string[]): readonly Finding[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-explore-'));
  const file = path.join(folder, 'report.json');
  const given = `ATRIUM_LONG=1 ATRIUM_TEST_SEED=${seed} ATRIUM_TEST_EFFORT=${values.effort}`;
  const replay = `${given} npx vitest run ${files.join(' ')}`;
  const run = spawnSync(
    process.execPath,
    [
      path.join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=json',
      `--outputFile=${file}`,
      ...files,
    ],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1024 ** 3,
      env: {
        ...process.env,
        ATRIUM_LONG: '1',
        ATRIUM_TEST_SEED: String(seed),
        ATRIUM_TEST_EFFORT: values.effort,
      },
    },
  );
  try {
    const findings = findingsIn(report.parse(JSON.parse(readFileSync(file, 'utf8'))), given);
    if (run.status === 0 || findings.length > 0) return findings;
    return [{ title: 'The run failed', replay, messages: [run.stderr] }];
  } catch (error) {
    return [{ title: 'The run gave no report', replay, messages: [run.stderr, String(error)] }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function findingsIn({ testResults }: z.infer<typeof report>, given: string): readonly Finding[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0 && message)
      return [{ title: file, replay: `${given} npx vitest run ${file}`, messages: [message] }];
    return failed.map(({ fullName, failureMessages }) => ({
      title: `${file}: ${fullName}`,
      replay: `${given} npx vitest run ${file} -t ${asPattern(fullName)}`,
      messages: failureMessages ?? [],
    }));
  });
}

/** The main journey in Firefox, in a portal of its own. */
async function exploreFirefox(): Promise<readonly Finding[]> {
  const firefox = findFirefox();
  if (firefox === undefined) {
    process.stdout.write('\n!!! NO FIREFOX ON THIS MACHINE: the journey in Firefox was NOT walked.\n');
    process.stdout.write(
      '!!! Install one (Debian: apt-get install firefox-esr) or name it: FIREFOX=/path\n\n',
    );
    return [];
  }
  try {
    const built = spawnSync(process.execPath, [path.join(root, 'tools/build.mjs')], { encoding: 'utf8' });
    if (built.status !== 0) throw new Error(built.stderr);
    await journeyInFirefox(firefox);
    process.stdout.write('firefox: the main journey, 0 failures\n');
    return [];
  } catch (error) {
    return [
      { title: 'The journey in Firefox', replay: 'npm run explore -- firefox', messages: [String(error)] },
    ];
  }
}

/** The browser tests that the gate leaves out. */
function exploreBrowser(): readonly Finding[] {
  const title = 'The long browser tests';
  if (findChromium() === undefined) {
    process.stdout.write('\n!!! NO CHROMIUM ON THIS MACHINE: the long browser tests were NOT run.\n\n');
    return [];
  }
  const env = { ...process.env, E2E_LONG: '1' };
  const run = spawnSync('npm', ['run', '--silent', 'test:browser', '--', '--grep', '@long'], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  if (run.status === 0) return [];
  return [{ title, replay: 'npm run explore -- browser', messages: ['See its own lines above.'] }];
}

/** The operator's day by the documents, with nginx and PostgreSQL of this machine. */
function exploreOperator(): readonly Finding[] {
  if (!existsSync('/usr/sbin/nginx') || !existsSync('/usr/lib/postgresql')) {
    process.stdout.write("\n!!! NO NGINX OR NO POSTGRESQL: the operator's day was NOT walked.\n\n");
    return [];
  }
  const finding = (message: string): Finding => ({
    title: "The operator's day",
    replay: 'npm run explore -- operator',
    messages: [message],
  });
  const built = spawnSync(process.execPath, [path.join(root, 'tools/build.mjs')], { encoding: 'utf8' });
  if (built.status !== 0) return [finding(built.stderr)];
  const day = spawnSync(path.join(root, 'deploy/operatorsDay'), { cwd: root, stdio: 'inherit' });
  return day.status === 0 ? [] : [finding('See its own lines above.')];
}

/** Journeys through a proxy while one portal of two is killed again and again. */
function exploreCluster(): readonly Finding[] {
  if (!hasFront || findChromium() === undefined) {
    process.stdout.write(
      '\n!!! NO HAPROXY, PGBOUNCER OR CHROMIUM: the journeys over two portals were NOT run.\n\n',
    );
    return [];
  }
  const run = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--conditions=source', path.join(root, 'tools/clusterJourneys.ts')],
    { cwd: root, stdio: 'inherit' },
  );
  if (run.status === 0) return [];
  return [
    {
      title: 'The journeys over two portals',
      replay: 'npm run explore -- cluster',
      messages: ['See its own lines above.'],
    },
  ];
}

function tell({ title, replay, messages }: Finding): void {
  process.stdout.write(`\n!!! ${title}\n${messages.join('\n')}\n    ${replay}\n`);
}

if (!minutes.success || !effort.success) {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}
const walksOnly = positionals.length > 0 && names.length === 0;
const files = walksOnly ? [] : chosenFiles();
if (files.length === 0 && !walksOnly) {
  process.stderr.write(`No test that draws by chance and no long one has such a name.\n${usage}\n`);
  process.exit(2);
}
if (files.length > 0 && process.env['ATRIUM_TEST_WAREHOUSE_URL'] === undefined) {
  process.stdout.write(
    '\n!!! ATRIUM_TEST_WAREHOUSE_URL names no PostgreSQL server: tests on PostgreSQL are NOT run.\n',
  );
  process.stdout.write('!!! A private one for this shell: . .ci/postgres\n\n');
}
// What does not draw by chance finds the same with every seed.
const drawing = new Set(drawingFiles(root));
const until = Date.now() + minutes.data * 60_000;
const findings: Finding[] = [];
let rounds = 0;
if (isWanted('firefox')) findings.push(...(await exploreFirefox()));
if (isWanted('browser')) findings.push(...exploreBrowser());
if (isWanted('operator')) findings.push(...exploreOperator());
if (isWanted('cluster')) findings.push(...exploreCluster());
for (const finding of findings) tell(finding);
for (let left = files; left.length > 0 && (rounds === 0 || Date.now() < until); rounds += 1) {
  const seed = randomInt(2 ** 31);
  const found = explore(seed, left);
  process.stdout.write(`seed ${seed}: ${left.length} files, ${found.length} failures\n`);
  left = left.filter((file) => drawing.has(file));
  for (const finding of found) tell(finding);
  findings.push(...found);
}
process.stdout.write(`\n${rounds} seeds, ${findings.length} failures\n`);
for (const { title, replay } of findings) process.stdout.write(`${title}\n    ${replay}\n`);
process.exit(findings.length === 0 ? 0 : 1);
