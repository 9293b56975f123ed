import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { quantile } from './asking.ts';
import { writtenDataset } from './index/dataset.ts';
import { sizes, tinySize } from './index/size.ts';
import type { TermTree } from './index/termTree.ts';
import { command, serve, signIn } from './portal.ts';
import { createRandom } from './random.ts';

/**
 * A person who asks a portal over HTTP, one question after the other, on the seeded data of `npm run bench`:
 * `npx tsx --conditions=source bench/overHttp.ts [--size medium] [--questions 200]`. Each question is a filter that
 * nobody has chosen before, on a cohort that nobody has counted before. Printed are the time from the start to the first
 * count, and the median and 95th percentile of each kind in ms. BENCH_FOLDER keeps the data for later runs.
 */
const { values: given } = parseArgs({
  options: { size: { type: 'string', default: 'medium' }, questions: { type: 'string', default: '200' } },
});
const size = [...sizes, tinySize].find(({ name }) => name === given.size);
if (size === undefined) throw new Error(`There is no size ${given.size}.`);
const dataset = await writtenDataset(
  size,
  process.env['BENCH_FOLDER'] ?? path.join(tmpdir(), 'atrium-bench-index'),
);
const kinds = {
  'a number of subjects': (_tree: TermTree, random: () => number) => ({
    ...{ type: 'add_entry', concept_id: 'weight', cd_numeric_min: random() * 20 },
  }),
  'a number of conditions': (_tree: TermTree, random: () => number) => ({
    ...{ type: 'add_entry', concept_id: 'value', cd_numeric_min: 90 + random() * 10 },
  }),
  'a term': (tree: TermTree, random: () => number) => withTerm(tree, random, [0.0005, 0.01]),
  'a broad term': (tree: TermTree, random: () => number) => withTerm(tree, random, [0.05, 0.9]),
};

const person = { username: 'researcher', password: 'a million subjects' };
const limitless = { ATRIUM_RATE_LIMITS: 'off' };
const home = await mkdtemp(path.join(tmpdir(), 'atrium-bench-'));
try {
  // The days of these seeded records say nobody's birth.
  await command(home, [
    'import',
    dataset.folder,
    '--dataset',
    'bench',
    '--open-identifier',
    'condition.ended',
  ]);
  await command(home, ['user', 'add', person.username, '--password-stdin'], { input: person.password });
  await command(home, ['grant', person.username, 'bench', '--level', 'deid']);
  const begun = performance.now();
  const portal = await serve(home, ['--no-demo'], limitless);
  try {
    const ready = performance.now() - begun;
    const call = await signIn(portal.address, person);
    const ask = async (below: string, body?: unknown): Promise<number> => {
      const from = performance.now();
      const answer = await call(`bench/${below}`, body);
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${below}: ${answer.status} ${text}`);
      return performance.now() - from;
    };
    const first = await ask('query_tools/count_after/', { transformation: weightUpTo(50) });
    console.log(`${size.subjects} subjects, ${size.events} events`);
    console.log(`ready after ${(ready / 1000).toFixed(1)} s, the first count ${first.toFixed(0)} ms later`);
    await round(ask, { seed: 1, times: 5 });
    for (const [kind, spent] of await round(ask, { seed: 2, times: Math.ceil(Number(given.questions) / 4) }))
      console.log(
        `${kind.padEnd(28)} ${quantile(spent, 0.5).toFixed(1).padStart(8)} ${quantile(spent, 0.95).toFixed(1).padStart(8)}`,
      );
  } finally {
    await portal.stop();
  }
} finally {
  await rm(home, { recursive: true, force: true });
}

/** Asks each kind so often; the cohort is another one before each turn. */
async function round(
  ask: (below: string, body?: unknown) => Promise<number>,
  { seed, times }: { readonly seed: number; readonly times: number },
): Promise<ReadonlyMap<string, readonly number[]>> {
  const random = createRandom(seed);
  const spent = new Map<string, number[]>();
  for (let turn = 0; turn < times; turn += 1) {
    await ask('cohort_def/', { transformation: { type: 'clear_all' } });
    await ask('cohort_def/', { transformation: weightUpTo(20 + seed + turn / 100) });
    for (const [kind, transformation] of Object.entries(kinds)) {
      const body = { transformation: transformation(dataset.tree, random) };
      const own = spent.get(kind) ?? [];
      own.push(await ask('query_tools/count_after/', body));
      spent.set(kind, own);
    }
  }
  return spent;
}

function weightUpTo(most: number) {
  return { type: 'add_entry', concept_id: 'weight', cd_numeric_max: most };
}

/** A term of a share of all conditions between these two. */
function withTerm(
  { terms, shares }: TermTree,
  random: () => number,
  [least, most]: readonly [number, number],
) {
  const fitting = terms.filter((_term, index) => {
    const share = shares[index] ?? 0;
    return share >= least && share <= most;
  });
  const { code } = fitting[Math.floor(random() * fitting.length)] ?? {};
  return { type: 'add_entry', concept_id: 'code', chiron_ontology_field_selection: [{ code }] };
}
