import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isGate } from '../../engine/src/testing/effort.ts';
import { importAndOpen, type OpenedRelease, subjectIds } from './testing/askRelease.ts';
import { type TestWarehouse, testEngines } from './testing/warehouses.ts';

const corpus = path.resolve(import.meta.dirname, '../../../corpus/workedExample');
const cases = z
  .array(z.object({ case: z.string(), subjects: z.array(z.string()), cohort_def: z.array(z.unknown()) }))
  .parse(JSON.parse(await readFile(path.join(corpus, 'cohorts.json'), 'utf8')));

describe.each(testEngines)('on $engine', ({ engine, open }) => {
  let store: TestWarehouse;
  let opened: OpenedRelease;

  beforeAll(async () => {
    store = await open();
    opened = await importAndOpen(store.warehouse, path.join(corpus, 'package'));
  });
  afterAll(() => store.discard());

  // What the compiler writes for each case is tried on PostgreSQL by the engine's own worked example.
  const tried = isGate && engine === 'PostgreSQL' ? cases.filter((_, index) => index % 8 === 0) : cases;
  it.each(tried)('imported and run as stored, $case finds $subjects', async ({ cohort_def, subjects }) => {
    expect(await subjectIds(cohort_def, opened)).toEqual(subjects);
  });
});
