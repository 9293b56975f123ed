import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { kill, spawnProgram, untilEnd, untilLine } from '../testing/childProcess.ts';
import { prepareState } from '../testing/testHome.ts';

const repository = path.resolve(import.meta.dirname, '../../../..');
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-walk-'));
  await prepareState(path.join(folder, 'home'));
  const samples = path.join('docs', 'samples');
  await cp(path.join(repository, samples), path.join(folder, samples), { recursive: true });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it.each([
  ['data-packages.md', 'Dataset patients is live: 8 subjects'],
  ['convert.md', 'Dataset lung_study is live: 3 subjects'],
])('every command of docs/%s works as written and prints what the page shows', async (name, end) => {
  expect(await walk(name, (lines) => lines)).toContain(end);
});

it('every command of docs/describe.md works as written and prints what the page shows', async () => {
  let last: string | undefined;
  const printed = await walk('describe.md', (lines) => {
    last = lines.at(-1);
    return lines.slice(0, -1);
  });
  expect(printed).toContain('Dataset clinic is live: 12 subjects');

  expect(last).toBe('npx atrium start --no-demo');
  const portal = spawnProgram('main', ['start', '--no-demo'], { env: env(), cwd: folder });
  await untilLine(portal, /ready at (http:\S+)/);
  await kill(portal);
});

/** The blocks of a language in a document, in their order. */
const blocksOf = (text: string, language: string): readonly string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, block = '']) => block);

const env = () => ({
  ATRIUM_HOME: path.join(folder, 'home'),
  HOST: '',
  PORT: '0',
  PASSWORD: 'a walk in the park',
});

/** Runs a line in a shell in which `npx atrium` is the program under test. */
function runLine(line: string) {
  const program = path.join(inject('programs'), 'main.mjs');
  const script = `npx() { shift; "${process.execPath}" "${program}" "$@"; }\n${line}`;
  const { NODE_OPTIONS: _options, DATABASE_URL: _url, ...inherited } = process.env;
  return untilEnd(spawn('sh', ['-c', script], { cwd: folder, env: { ...inherited, ...env() } }));
}

/** Runs the commands of a document one after the other; none may fail, and what the page shows must have been printed. */
async function walk(name: string, lines: (given: readonly string[]) => readonly string[]): Promise<string> {
  const document = await readFile(path.join(repository, 'docs', name), 'utf8');
  const printed: string[] = [];
  for (const line of lines(blocksOf(document, 'sh').join('').trim().split('\n'))) {
    const { code, stdout, stderr } = await runLine(line);
    expect({ line, code, stderr: code === 0 ? '' : stderr }).toEqual({ line, code: 0, stderr: '' });
    printed.push(...stdout.split('\n'));
  }
  const shown = blocksOf(document, 'text').join('').trim().split('\n');
  expect(shown.filter((line) => !printed.includes(line))).toEqual([]);
  return printed.join('\n');
}
