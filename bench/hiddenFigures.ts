/**
 * The figures that are hidden from members who see aggregates only, and how long their questions take:
 *
 *   npx tsx bench/hiddenFigures.ts [tables] [folder of a data package]
 *
 * Asks every one-way table, every two-way table of concepts with many values and, evenly drawn, so many others (default
 * 300) as a member who sees everything and as one who sees aggregates only. Without a folder the data are those of the
 * demo.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeDemoPackage } from '@atrium/demo';
import { command, type Portal, startPortal } from './portal.ts';

const wanted = Number(process.argv[2] ?? 300);
const password = 'a long password for a bench';
const threshold = 11;
const wide = 25;

interface Table {
  readonly concepts: readonly string[];
  readonly figures: readonly number[];
  /** The values along the rows and the columns. */
  readonly size: readonly [number, number];
  readonly milliseconds: number;
}

const folder = await mkdtemp(path.join(tmpdir(), 'atrium-bench-'));
try {
  const home = path.join(folder, 'home');
  const packagePath = process.argv[3] ?? path.join(folder, 'package');
  if (process.argv[3] === undefined) await writeDemoPackage('default', packagePath);
  await command(home, ['import', packagePath, '--dataset', 'measured']);
  for (const level of ['phi', 'agg']) {
    await command(home, ['user', 'add', level, '--password-stdin'], { input: password });
    await command(home, ['grant', level, 'measured', '--level', level]);
  }
  const analysed = await asMember(home, 'phi', axesOf);
  const open = await asMember(home, 'agg', (portal) => openOf(portal, analysed));
  const alone = open.map((concept) => [concept]);
  const exact = await asMember(home, 'phi', async (portal) => {
    const singles = await askAll(portal, alone);
    const large = pairsOf(open.filter((concept) => (singles.get(concept)?.size[0] ?? 0) >= wide));
    return new Map([...singles, ...(await askAll(portal, [...large, ...everyFew(pairsOf(open), wanted)]))]);
  });
  const questions = [...exact.values()].map(({ concepts }) => concepts);
  const shown = await asMember(home, 'agg', (portal) => askAll(portal, questions));
  console.log(`${open.length} of ${analysed.length} concepts are axes for members who see aggregates only`);
  for (const ways of [1, 2]) report(ways, exact, shown);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function asMember<T>(home: string, username: string, act: (portal: Portal) => Promise<T>): Promise<T> {
  const portal = await startPortal(home, { username, password });
  try {
    return await act(portal);
  } finally {
    await portal.stop();
  }
}

async function axesOf(portal: Portal): Promise<readonly string[]> {
  const page = await (await portal.call('measured/concepts?conceptType=analysis&pageSize=1000')).json();
  const ids: readonly string[] = page.results.map(
    (one: { readonly permanent_id: string }) => one.permanent_id,
  );
  return ids.toSorted();
}

async function edit(portal: Portal, transformation: object): Promise<boolean> {
  const answer = await (await portal.call('measured/analysis_def/', { transformation })).json();
  return answer.transformation_successful === true;
}

async function openOf(portal: Portal, concepts: readonly string[]): Promise<readonly string[]> {
  const open: string[] = [];
  await edit(portal, { type: 'clear_all' });
  for (const concept_id of concepts) {
    const isOpen = await edit(portal, { type: 'add_entry', concept_id, role: 'rows' });
    if (isOpen) open.push(concept_id);
    await edit(portal, { type: 'clear_all' });
  }
  return open;
}

function pairsOf(concepts: readonly string[]): readonly (readonly string[])[] {
  return concepts.flatMap((one, index) => concepts.slice(index + 1).map((other) => [one, other]));
}

function everyFew<T>(all: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, all.length / most);
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** The tables by their concepts; those that are refused as too large are left out. */
async function askAll(
  portal: Portal,
  questions: readonly (readonly string[])[],
): Promise<ReadonlyMap<string, Table>> {
  const tables = new Map<string, Table>();
  for (const concepts of questions) {
    await edit(portal, { type: 'clear_all' });
    const [row, column] = concepts;
    await edit(portal, { type: 'add_entry', concept_id: row, role: 'rows' });
    if (column !== undefined) await edit(portal, { type: 'add_entry', concept_id: column, role: 'cols' });
    const begun = performance.now();
    const answer = await portal
      .call('measured/analysis_tools/run_analysis/?use_active_cohort=false')
      .catch(() => null);
    const milliseconds = performance.now() - begun;
    if (answer === null) continue;
    const { dataset } = await answer.json();
    const cells: readonly unknown[] = dataset.data.flat();
    const size = [dataset.index.length, dataset.columns.length] as const;
    const figures = cells.filter((cell) => typeof cell === 'number').filter((cell) => cell > 0);
    tables.set(concepts.join(), { concepts, figures, size, milliseconds });
  }
  return tables;
}

function report(ways: number, exact: ReadonlyMap<string, Table>, shown: ReadonlyMap<string, Table>): void {
  const pairs = [...exact].flatMap(([name, all]) => {
    const part = shown.get(name);
    return part !== undefined && all.concepts.length === ways ? [{ all, part }] : [];
  });
  const sum = (numberOf: (pair: (typeof pairs)[number]) => number) =>
    pairs.reduce((total, pair) => total + numberOf(pair), 0);
  const figures = sum(({ all }) => all.figures.length);
  const small = sum(({ all }) => all.figures.filter((figure) => figure < threshold).length);
  const seen = sum(({ part }) => part.figures.length);
  const empty = pairs.filter(
    ({ all, part }) => all.figures.some((one) => one >= threshold) && part.figures.length === 0,
  );
  console.log(
    `${pairs.length} ${ways}-way tables: ${figures} figures, of which ${small} are small and ` +
      `${figures - small - seen} others are hidden; ${seen} are shown. ${empty.length} tables show nothing`,
  );
  const spent = (some: typeof pairs) => some.map(({ part }) => part.milliseconds).toSorted((a, b) => a - b);
  const large = pairs.filter(({ all }) => Math.min(...all.size) >= wide);
  for (const [name, some] of [
    ['all', pairs],
    [`at least ${wide} by ${wide} values`, large],
  ] as const) {
    const times = spent(some);
    if (times.length === 0 || (ways === 1 && some === large)) continue;
    console.log(
      `  ${name} (${times.length}): median ${times[Math.floor(times.length / 2)]?.toFixed(0)} ms, ` +
        `slowest ${times.at(-1)?.toFixed(0)} ms`,
    );
  }
  const slowest = pairs.toSorted((a, b) => b.part.milliseconds - a.part.milliseconds).slice(0, 3);
  for (const { all, part } of slowest)
    console.log(
      `  slow: ${all.concepts.join(' by ')}, ${all.size.join(' x ')}: ${part.milliseconds.toFixed(0)} ms`,
    );
}
