import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cohortDefinitionWire, toDay } from '@atrium/contract';
import { checkCohort, compileSubjects, planCohort, type ReleaseSql, toQuery } from '@atrium/engine';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openDuckDbWarehouse } from './duckdb/duckDbWarehouse.ts';
import type { Warehouse } from './warehouse.ts';

const corpus = path.resolve(import.meta.dirname, '../../../corpus/workedExample');
const cases = z
  .array(z.object({ case: z.string(), subjects: z.array(z.string()), cohort_def: z.array(z.unknown()) }))
  .parse(JSON.parse(await readFile(path.join(corpus, 'cohorts.json'), 'utf8')));

let folder: string;
let warehouse: Warehouse;
let release: ReleaseSql;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-corpus-'));
  warehouse = await openDuckDbWarehouse({ folder });
  await warehouse.build({ packagePath: path.join(corpus, 'package'), release: 'release_1' });
  const lookup = await warehouse.open('release_1');
  release = { release: 'release_1', lookup, dialect: warehouse.dialect };
});
afterAll(async () => {
  await warehouse.close();
  await rm(folder, { recursive: true, force: true });
});

test.each(cases)('imported and run as stored, $case finds $subjects', async ({ cohort_def, subjects }) => {
  const definition = cohortDefinitionWire.parse(cohort_def);
  const checked = checkCohort(definition, { lookup: release.lookup, member: { level: 'phi' } });
  const today = toDay('2024-01-01');
  if (checked.kind === 'broken' || today === undefined) throw new Error('The corpus is sound.');
  const found = compileSubjects(planCohort(checked, { today }), release);
  const rows = await warehouse.run(
    toQuery(sql`SELECT subject_id FROM ${sql.id('release_1', 'subject')} WHERE _subject IN (${found})
      ORDER BY subject_id`),
  );
  expect(rows.map((row) => row['subject_id'])).toEqual(subjects);
});
