import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withDuckDb, writtenDataset } from './index/dataset.ts';
import { command, startPortal } from './portal.ts';

/**
 * A curve of two groups, Table 1 of 20 concepts by three groups and a pathway of three stages, asked over HTTP of one
 * portal: `npx tsx --conditions=source bench/comparison.ts [subjects] [events] [times]`. Each time the cohort is another
 * one, so that nothing is remembered. Printed are the median and the 95th percentile in milliseconds.
 */
const [subjects = 50_000, events = 500_000, times = 40] = process.argv.slice(2).map(Number);
const person = { username: 'measurer', password: 'a long password for a bench' };
const dataset = 'compared';
const added = 15;

const folder = await mkdtemp(path.join(tmpdir(), 'atrium-bench-'));
try {
  const size = { name: 'compared', subjects, events, terms: 1000 };
  const { folder: packageFolder, tree } = await writtenDataset(size, folder);
  await widen(packageFolder);
  const home = path.join(folder, 'home');
  await command(home, [
    'import',
    packageFolder,
    '--dataset',
    dataset,
    '--open-identifier',
    'condition.ended',
  ]);
  await command(home, ['user', 'add', person.username, '--password-stdin'], { input: person.password });
  await command(home, ['grant', person.username, dataset, '--level', 'phi']);
  const portal = await startPortal(home, person);
  try {
    const enrolled = { kind: 'value', concept_id: 'enrolled' };
    const any = { kind: 'record', collection_id: 'condition' };
    const withTerm = (index: number) => ({
      ...any,
      concept_id: 'code',
      values: [tree.terms[index]?.code ?? ''],
    });
    const sexes = { kind: 'values', concept_id: 'sex', of: 'cohort' };
    const ofSex = (value: string) => ({ kind: 'value', concept_id: 'sex', value, of: 'cohort' });
    const two = [ofSex('Female'), ofSex('Male')];
    const concepts = ['age', 'weight', 'smoker', 'severity', 'value'];
    const questions = {
      'curve of two groups': ['curves', { groups: two, zero: enrolled, end: withTerm(3), last: any }],
      'curve of two groups with late entry': [
        'curves',
        { groups: two, zero: enrolled, entry: any, end: withTerm(3), last: any },
      ],
      'Table 1 of 20 concepts by three groups': [
        'table',
        { groups: [sexes], concepts: [...concepts, ...addedNames()] },
      ],
      'pathway of three stages': [
        'pathway',
        { group: { kind: 'cohort' }, stages: [1, 2, 3].map(withTerm), exits: [enrolled], last: any },
      ],
    } as const;
    const taken = new Map<string, number[]>();
    for (let time = 0; time < times; time += 1) {
      await choose(portal, time);
      for (const [name, [call, body]] of Object.entries(questions)) {
        const began = performance.now();
        await (await portal.call(`${dataset}/comparison/${call}/`, body)).arrayBuffer();
        taken.set(name, [...(taken.get(name) ?? []), performance.now() - began]);
      }
    }
    for (const [name, all] of taken) {
      // The first ones fill plans and pages.
      const sorted = all.slice(3).sort((one, other) => one - other);
      const [median, high] = [0.5, 0.95].map((share) => sorted[Math.floor(share * sorted.length)] ?? 0);
      console.log(`${name}: ${median?.toFixed(1)} ms, 95 % below ${high?.toFixed(1)} ms`);
    }
  } finally {
    await portal.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Another cohort of nearly everybody. */
async function choose({ call }: Awaited<ReturnType<typeof startPortal>>, time: number): Promise<void> {
  const edit = (transformation: object) => call(`${dataset}/cohort_def/`, { transformation });
  await edit({ type: 'clear_all' });
  await edit({ type: 'add_entry', concept_id: 'weight', cd_numeric_min: 0, cd_numeric_max: 90 + time / 10 });
}

function addedNames(): readonly string[] {
  return Array.from({ length: added }, (_, index) => `more_${index}`);
}

/** Adds concepts of the subjects: of three, two have a few values, and one has numbers. */
async function widen(packageFolder: string): Promise<void> {
  const file = path.join(packageFolder, 'datapackage.json');
  const descriptor = JSON.parse(await readFile(file, 'utf8'));
  const isNumber = (index: number): boolean => index % 3 === 2;
  const columns = addedNames().map((name, index) => {
    const drawn = `hash(subject_id || '${name}')`;
    return isNumber(index)
      ? `(${drawn} % 1000)::INTEGER / 10 AS ${name}`
      : `['a', 'b', 'c', 'd', NULL][1 + (${drawn} % 5)::INTEGER] AS ${name}`;
  });
  const [from, to] = ['person.parquet', 'wide.parquet'].map((name) => path.join(packageFolder, name));
  await withDuckDb((run) => run(`COPY (SELECT *, ${columns.join(', ')} FROM '${from}') TO '${to}'`));
  const [root] = descriptor.resources;
  root.path = 'wide.parquet';
  for (const [index, name] of addedNames().entries())
    root.schema.fields.push(
      isNumber(index) ? { name, type: 'number' } : { name, type: 'string', categories: ['a', 'b', 'c', 'd'] },
    );
  await writeFile(file, JSON.stringify(descriptor));
}
