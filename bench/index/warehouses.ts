import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { compileQuestion, type ReleaseSql, visibilityOfEverything } from '@atrium/engine';
import { builtIndexThread } from '@atrium/index';
import { openDuckDbWarehouse, openPostgresWarehouse, type Warehouse } from '@atrium/warehouse';
import { buildKernel } from '../../tools/buildKernel.mjs';
import type { Dataset } from './dataset.ts';
import type { Engine } from './engine.ts';
import { askedOf } from './ours.ts';
import { everyone } from './question.ts';

const release = 'release_bench';

/** More than the index of the largest data takes. */
const maxIndexBytes = 1.5e9;

/** What the threads of an index load, also where the sources run. */
export const indexThread = existsSync(builtIndexThread)
  ? builtIndexThread
  : new URL('../../packages/index/src/testing/sourceThread.mjs', import.meta.url);

interface OnDuckDb {
  readonly withIndex: boolean;
  /** Default: they answer, too. */
  readonly withStatements?: boolean;
  /** Default: the index answers in the thread of the caller. */
  readonly thread?: URL;
}

/** Our statements on DuckDB and, where it is wanted, first the index of the same release. */
export async function openOnDuckDb(
  dataset: Dataset,
  folder: string,
  { withIndex, withStatements = true, thread }: OnDuckDb,
): Promise<readonly Engine[]> {
  if (withIndex) await buildKernel();
  const began = performance.now();
  const warehouse = await openDuckDbWarehouse({
    folder: path.join(folder, dataset.size.name, 'duckdb'),
    remembers: false,
    indexes: withIndex ? { maxBytes: maxIndexBytes, thread } : null,
  });
  const at = await opened(warehouse, dataset);
  const statements = statementsOf('our SQL on DuckDB', at);
  if (!withIndex) return [statements];
  // Threads of an index keep no process alive, and while they answer nothing else does.
  const awake = setInterval(() => {}, 60_000);
  const index: Engine = {
    name: 'the index',
    about: await readyIndex(at, began),
    run: async (question) => {
      const { asked, answer } = askedOf(question, at.release, dataset.tree);
      return answer(await warehouse.questions.ask(asked, at.release));
    },
    close: async () => {
      clearInterval(awake);
      if (!withStatements) await warehouse.close();
    },
  };
  return withStatements ? [index, statements] : [index];
}

/**
 * Waits until the index answers; returns how large it is, and how long it took to make, or where it was there already,
 * how long from the opening of the warehouse to the first count.
 */
async function readyIndex({ warehouse, dataset, release: at }: Opened, openedAt: number): Promise<string> {
  const { indexes, questions } = warehouse;
  const began = performance.now();
  const wasThere = (await indexes.look(release))?.fileBytes != null;
  // An import begins to make it; to be wanted loads it.
  await indexes.idle();
  indexes.find(release);
  await indexes.idle();
  const [index] = indexes.state();
  if (index?.state !== 'ready') throw new Error(`There is no index: ${JSON.stringify(index)}`);
  const seconds = Math.round((performance.now() - began) / 1000);
  const { asked } = askedOf({ kind: '', wanted: 'count', cohort: everyone }, at, dataset.tree);
  await questions.ask(asked, at);
  const sinceOpening = ((performance.now() - openedAt) / 1000).toFixed(1);
  const size = `The index has ${Math.round((index.bytes ?? 0) / 1e6)} MB`;
  return wasThere
    ? `${size}; the first count came ${sinceOpening} s after the warehouse was opened.`
    : `${size}, made in ${seconds} s.`;
}

interface OnPostgres {
  readonly url: string;
  /** Default: the database has that of one dataset. */
  readonly release?: string;
}

/** Our statements on a PostgreSQL server, or on several with Citus. */
export async function openOnPostgres(
  dataset: Dataset,
  folder: string,
  { url, release: name = release }: OnPostgres,
): Promise<Engine> {
  const scratchFolder = path.join(folder, dataset.size.name, 'scratch');
  await mkdir(scratchFolder, { recursive: true });
  const warehouse = await openPostgresWarehouse({ url, scratchFolder, remembers: false });
  const { title } = warehouse.questions.dialect;
  return statementsOf(`our SQL on ${title}`, await opened(warehouse, dataset, name));
}

interface Opened {
  readonly warehouse: Warehouse;
  readonly dataset: Dataset;
  readonly release: ReleaseSql;
}

/** The release of a dataset, which is imported where it is not there yet. */
async function opened(warehouse: Warehouse, dataset: Dataset, name = release): Promise<Opened> {
  const { questions, releases } = warehouse;
  if (!(await releases.list()).includes(name)) {
    const { problems } = await releases.build({ release: name, packagePath: dataset.folder });
    if (problems.length > 0) throw new Error(`Not what was written: ${JSON.stringify(problems)}`);
  }
  const lookup = await questions.open(name);
  const { dialect } = questions;
  return {
    warehouse,
    dataset,
    release: { release: name, lookup, dialect, visibility: visibilityOfEverything },
  };
}

/** Answers from memory are switched off in the warehouse, so that every question is a new one. */
const statementsOf = (name: string, { warehouse, dataset, release: at }: Opened): Engine => ({
  name,
  run: async (question) => {
    const { asked, answer } = askedOf(question, at, dataset.tree);
    return answer(await warehouse.questions.run(compileQuestion(asked, at)));
  },
  close: () => warehouse.close(),
});
