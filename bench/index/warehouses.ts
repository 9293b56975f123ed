import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { visibilityOfEverything } from '@atrium/engine';
import { openDuckDbWarehouse, openPostgresWarehouse, type Warehouse } from '@atrium/warehouse';
import type { Dataset } from './dataset.ts';
import type { Engine } from './engine.ts';
import { askedOf } from './ours.ts';

const release = 'release_bench';

/** Our statements on DuckDB; the release is imported where it is not there yet. */
export async function openOnDuckDb(dataset: Dataset, folder: string): Promise<Engine> {
  const warehouse = await openDuckDbWarehouse({
    folder: path.join(folder, dataset.size.name, 'duckdb'),
    remembers: false,
  });
  return await engineOf('our SQL on DuckDB', warehouse, dataset);
}

/** Our statements on a PostgreSQL server; the release is imported where it is not there yet. */
export async function openOnPostgres(dataset: Dataset, folder: string, url: string): Promise<Engine> {
  const scratchFolder = path.join(folder, dataset.size.name, 'scratch');
  await mkdir(scratchFolder, { recursive: true });
  const warehouse = await openPostgresWarehouse({ url, scratchFolder, remembers: false });
  return await engineOf('our SQL on PostgreSQL', warehouse, dataset);
}

/** Answers from memory are switched off in the warehouse, so that every question is a new one. */
async function engineOf(name: string, warehouse: Warehouse, { folder, tree }: Dataset): Promise<Engine> {
  if (!(await warehouse.releases.list()).includes(release)) {
    const { problems } = await warehouse.releases.build({ release, packagePath: folder });
    if (problems.length > 0) throw new Error(`Not what was written: ${JSON.stringify(problems)}`);
  }
  const { questions } = warehouse;
  const lookup = await questions.open(release);
  const at = { release, lookup, dialect: questions.dialect, visibility: visibilityOfEverything };
  return {
    name,
    run: async (question) => {
      const { asked, answer } = askedOf(question, at, tree);
      return answer(await questions.ask(asked, at));
    },
    close: () => warehouse.close(),
  };
}
