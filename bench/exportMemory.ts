import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { columnsOf, rowsOf, type Shape, shapes, writeLongPackage } from './longPackage.ts';
import { command, memoryOf, type Portal, startPortal } from './portal.ts';

/**
 * The memory that a large export takes in the portal's process: `npx tsx bench/exportMemory.ts [rows] [formats] [shapes]`, the last
 * two with commas. Needs Linux.
 */
const rows = Number(process.argv[2] ?? 1_000_000);
const limitInMegabytes = 200;
const formats = process.argv[3]?.split(',') ?? ['csv', 'ndjson', 'parquet'];
const chosenShapes = process.argv[4]?.split(',') ?? shapes;
const person = { username: 'bench', password: 'a long password for a bench' };

interface Figure {
  readonly shape: Shape;
  readonly format: string;
  readonly run: number;
  readonly megabytes: number;
  readonly seconds: number;
  readonly idle: number;
  readonly peak: number;
}

const folder = await mkdtemp(path.join(tmpdir(), 'atrium-bench-'));
try {
  const figures: Figure[] = [];
  for (const shape of shapes.filter((known) => chosenShapes.includes(known))) {
    const home = path.join(folder, shape);
    await prepare(home, shape);
    for (const format of formats) figures.push(...(await measureFormat(home, { shape, format })));
  }
  report(figures);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function prepare(home: string, shape: Shape): Promise<void> {
  const packagePath = await writeLongPackage(path.join(folder, `${shape}-package`), { shape, rows });
  const before = performance.now();
  await command(home, ['import', packagePath, '--dataset', 'long']);
  console.log(`import for ${rows} ${shape} rows: ${((performance.now() - before) / 1000).toFixed(1)} s`);
  await command(home, ['user', 'add', person.username, '--password-stdin'], { input: person.password });
  await command(home, ['grant', person.username, 'long', '--level', 'phi']);
  await stackColumns(home, shape);
}

/**
 * Starts a new portal for each format, which has not read any data, and measures three exports one after the other.
 */
async function measureFormat(
  home: string,
  { shape, format }: Pick<Figure, 'shape' | 'format'>,
): Promise<readonly Figure[]> {
  const portal = await startPortal(home, person);
  try {
    await portal.call('dataset/long/');
    await pause(2000);
    const idle = await memoryOf(portal.pid, 'VmRSS');
    const figures: Figure[] = [];
    for (const run of [1, 2, 3]) figures.push(await measure(portal, { shape, format, run, idle }));
    return figures;
  } finally {
    await portal.stop();
  }
}

async function stackColumns(home: string, shape: Shape): Promise<void> {
  const portal = await startPortal(home, person);
  try {
    for (const column of columnsOf[shape]) {
      const transformation = { type: 'add_entry', ...column };
      await portal.call('long/table_def/', { transformation });
    }
    const preview = await (await portal.call('long/query_tools/preview/')).json();
    if (preview.record_count !== rowsOf({ shape, rows }))
      throw new Error(`The table has ${preview.record_count} rows.`);
  } finally {
    await portal.stop();
  }
}

async function measure(
  portal: Portal,
  { shape, format, run, idle }: Pick<Figure, 'shape' | 'format' | 'run' | 'idle'>,
): Promise<Figure> {
  await writeFile(`/proc/${portal.pid}/clear_refs`, '5');
  const before = performance.now();
  const { body } = await portal.call(`long/query_tools/export_${format}/`);
  let bytes = 0;
  if (body !== null) for await (const chunk of body) bytes += chunk.length;
  const seconds = (performance.now() - before) / 1000;
  const peak = await memoryOf(portal.pid, 'VmHWM');
  return { shape, format, run, megabytes: bytes / 2 ** 20, seconds, idle, peak };
}

function report(figures: readonly Figure[]): void {
  for (const { shape, format, run, megabytes, seconds, idle, peak } of figures) {
    const ratio = (peak - idle) / limitInMegabytes;
    console.log(
      `${shape} ${format} run ${run}: ${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s; idle ${idle.toFixed(0)} MB, ` +
        `peak ${peak.toFixed(0)} MB, growth ${(peak - idle).toFixed(0)} MB (${ratio.toFixed(2)} of ${limitInMegabytes} MB)`,
    );
  }
  if (figures.some(({ idle, peak }) => peak - idle > limitInMegabytes)) process.exitCode = 1;
}
