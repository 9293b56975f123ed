import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isGate } from '../../engine/src/testing/effort.ts';
import { importAndOpen, type OpenedRelease, subjectIds } from './testing/askRelease.ts';
import { type TestWarehouse, testEngines } from './testing/warehouses.ts';

const wanted = z.array(
  z.object({ case: z.string(), subjects: z.array(z.string()), cohort_def: z.array(z.unknown()) }),
);
const examples = await Promise.all(
  ['workedExample', 'families'].map(async (example) => {
    const folder = path.resolve(import.meta.dirname, '../../../corpus', example);
    const cases = wanted.parse(JSON.parse(await readFile(path.join(folder, 'cohorts.json'), 'utf8')));
    return { example, folder, cases };
  }),
);
const runs = testEngines.flatMap((on) => examples.map((given) => ({ ...on, ...given })));

describe.each(runs)('$example on $engine', ({ engine, open, example, folder, cases }) => {
  let store: TestWarehouse;
  let opened: OpenedRelease;

  beforeAll(async () => {
    store = await open();
    opened = await importAndOpen(store.warehouse, path.join(folder, 'package'));
  });
  afterAll(() => store.discard());

  // What the compiler writes for each case is tried on PostgreSQL by the engine's own worked example.
  const isTriedThere = isGate && engine === 'PostgreSQL' && example === 'workedExample';
  const tried = isTriedThere ? cases.filter((_, index) => index % 8 === 0) : cases;
  it.each(tried)('imported and run as stored, $case finds $subjects', async ({ cohort_def, subjects }) => {
    expect(await subjectIds(cohort_def, opened)).toEqual(subjects);
  });
});
