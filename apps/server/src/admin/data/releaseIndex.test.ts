import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDuckDbWarehouse, type Warehouse } from '@atrium/warehouse';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildKernel } from '../../../../../tools/buildKernel.mjs';
import type { Database } from '../../database/index.ts';
import {
  lookAtIndex,
  type OperationDeps,
  perform,
  rebuildIndex,
  type Watcher,
} from '../../operations/index.ts';
import { aloneHere } from '../../portals/index.ts';
import { openInSmall, writeSmallPackage } from '../../testing/smallPackage.ts';
import { openTestDatabase } from '../../testing/testDatabase.ts';
import { ofIndexes } from '../health/ofIndexes.ts';

let folder = '';
let database: Database;
let warehouse: Warehouse | undefined;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-release-index-'));
  database = await openTestDatabase();
  await buildKernel();
});

afterEach(async () => {
  await warehouse?.close();
  warehouse = undefined;
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const watcher = (signal = new AbortController().signal): Watcher & { readonly steps: string[] } => {
  const steps: string[] = [];
  return { onProgress: ({ step }) => void steps.push(step), signal, steps };
};

const first = { release: 1, dataOf: null };

it('an import by a process that ends with it waits for the index, and says that it is made', async () => {
  const deps = await open();
  const given = watcher();
  const lines = await importSmall({ ...deps, endsWithWork: true }, given);
  expect(lines).toContain('Its index is made.');
  expect(given.steps.at(-1)).toBe('making the index');
  expect(await lookAtIndex(deps.indexes, first)).toMatchObject({ state: 'on_disk' });
});

it('an import that is stopped while it waits leaves the index to the portal; the release is live', async () => {
  const deps = await open();
  const stop = new AbortController();
  const onProgress = ({ step }: { step: string }) => {
    if (step === 'making the index') stop.abort();
  };
  const lines = await importSmall({ ...deps, endsWithWork: true }, { ...watcher(stop.signal), onProgress });
  expect(lines).toContain('Its index is left to the portal');
  expect(lines).toContain('heart (version 1.0.0) is live');
});

it('an import in the portal does not wait; the release says what there is of its index', async () => {
  const deps = await open();
  expect(await importSmall(deps)).toContain('Its index is being made');
  await deps.indexes.idle();
  deps.indexes.find('release_1');
  await deps.indexes.idle();
  expect(await lookAtIndex(deps.indexes, first)).toMatchObject({ state: 'ready', fault: null });
  const [line] = await perform(deps, { kind: 'showReleases', dataset: 'heart', advance: false }, watcher());
  expect(line).toMatch(/Its index is ready \(0\.\d MB\)\.$/);
  // A dictionary of its own: until it is wanted, the index is that of its data.
  expect(await lookAtIndex(deps.indexes, { release: 2, dataOf: 1 })).toMatchObject({ state: 'ready' });
});

it('staff are told which index does not fit, and can have one made again', async () => {
  const deps = await open({ maxBytes: 10 });
  await importSmall({ ...deps, endsWithWork: true });
  const asked = async () => {
    deps.indexes.find('release_1');
    await deps.indexes.idle();
  };
  await asked();
  expect(await lookAtIndex(deps.indexes, first)).toMatchObject({ state: 'too_large' });
  const { state, sentence } = await ofIndexes({ db: deps.db, portals: aloneHere(), operations: deps });
  expect([state, sentence]).toEqual(['warning', expect.stringContaining('the index of heart, release 1')]);
  const findings = (await perform(deps, { kind: 'examine' }, watcher())).map((line) => JSON.parse(line));
  expect(findings.find(({ check }) => check === 'indexes')).toMatchObject({
    state: 'warning',
    sentence: expect.stringContaining('release_1: Its index does not fit'),
  });
  await rebuildIndex(deps, { dataset: 'heart', release: 1 }, { operator: 'eve' });
  const lines = await deps.db
    .selectFrom('audit_event')
    .select(['action', 'operator'])
    .orderBy('id')
    .execute();
  expect(lines.at(-1)).toEqual({ action: 'release_index', operator: 'eve' });
  await deps.indexes.idle();
  expect(await lookAtIndex(deps.indexes, first)).toMatchObject({ state: 'too_large' });
});

it('where releases have no indexes nothing is said of one, and none is made again', async () => {
  const deps = await open(null);
  expect(await importSmall({ ...deps, endsWithWork: true })).not.toContain('index');
  expect(await lookAtIndex(deps.indexes, first)).toBeNull();
  await expect(rebuildIndex(deps, { dataset: 'heart', release: 1 }, {})).rejects.toThrow('have no indexes');
});

/** A data directory whose releases have indexes, if any, with so much memory. */
async function open(indexes: { maxBytes?: number } | null = {}): Promise<OperationDeps & Warehouse> {
  warehouse = await openDuckDbWarehouse({ folder: path.join(folder, 'warehouse'), indexes });
  const { db } = database;
  return { db, ...warehouse, anchorFile: '', clock: () => new Date(), membershipDays: null };
}

async function importSmall(deps: OperationDeps, given: Watcher = watcher()): Promise<string> {
  const packagePath = await writeSmallPackage(folder);
  const opens = { dryRun: false, openIdentifiers: openInSmall };
  const lines = await perform(deps, { kind: 'import', packagePath, dataset: 'heart', ...opens }, given);
  return lines.join('\n');
}
