import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '../database/index.ts';
import { chosenEffort, chosenSeed, createChance, isGate } from '../testing/chance.ts';
import { testDatabases } from '../testing/testDatabases.ts';
import {
  type ActiveDefinition,
  activate,
  edit,
  type History,
  loadActive,
  loadSnapshot,
  noSnapshot,
} from './history.ts';
import { createDefinitionMemory } from './knownDefinitions.ts';

type Words = string[];
const codec = z.array(z.string());

// Two processes that edit at once are rather those of a server.
describe.each(testDatabases.slice(-1))('definitions on $engine', testsOn);
describe.each(testDatabases.slice(0, -1))('definitions on $engine', { tags: 'long' }, testsOn);

function testsOn({ open }: (typeof testDatabases)[number]): void {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  let made = 0;
  /** A history as two processes see it: each remembers definitions by itself. */
  async function aHistory(): Promise<readonly [History<Words>, History<Words>]> {
    made += 1;
    const { db } = database;
    const account = await db
      .insertInto('account')
      .values({ username: `person${made}`, password_hash: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const dataset = await db
      .insertInto('dataset')
      .values({ unique_id: `set${made}`, name: 'A set', is_listed: true, settings: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const process = (): History<Words> => ({
      accountId: account.id,
      datasetId: dataset.id,
      kind: 'cohort',
      codec,
      known: createDefinitionMemory('test'),
    });
    return [process(), process()];
  }

  const add = (history: History<Words>, word: string, seen?: ActiveDefinition<Words> | null) =>
    edit(database.db, history, {
      start: () => [],
      apply: (before) => ({ kind: 'changed', definition: [...before, word] }),
      ...(seen === undefined ? {} : { expected: seen?.snapshot.snapshotId ?? null }),
    });

  it('an edit that takes long is worked out anew where another snapshot became active meanwhile (rule 8.29)', async () => {
    const [one, other] = await aHistory();
    const { held } = await add(one, 'first');
    await add(one, 'second');
    const seen: Words[] = [];
    const edited = await edit(database.db, one, {
      start: () => [],
      apply: async (before) => {
        seen.push(before);
        if (seen.length === 1) await activate(database.db, other, { id: held.snapshot.snapshotId ?? 0 });
        return { kind: 'changed', definition: [...before, 'third'] };
      },
    });
    expect(seen).toEqual([['first', 'second'], ['first']]);
    expect(edited.held.definition).toEqual(['first', 'third']);
    expect((await loadActive(database.db, other))?.definition).toEqual(['first', 'third']);
  });

  it('a batch of many edits leaves the state database to others while it is worked out (rule 8.29)', async () => {
    const [one] = await aHistory();
    const [other] = await aHistory();
    const { held } = await edit(database.db, one, {
      start: () => [],
      apply: async () => ({
        kind: 'changed',
        definition: [...(await add(other, 'at once')).held.definition, 'late'],
      }),
    });
    expect(held.definition).toEqual(['at once', 'late']);
  });

  it('undo in one tab while another edits is done, or refused since there is no such snapshot', async () => {
    const [one, other] = await aHistory();
    for (let turn = 0; turn < (isGate ? 10 : 40); turn += 1) {
      const { held } = await add(one, `first of ${turn}`);
      const back = held.snapshot.previousSnapshotId ?? 0;
      await activate(database.db, one, { id: back });
      const [redone] = await Promise.allSettled([
        activate(database.db, one, { id: held.snapshot.snapshotId ?? 0 }),
        add(other, `second of ${turn}`),
      ]);
      if (redone.status === 'rejected') expect(redone.reason).toMatchObject({ code: 'not_found' });
    }
  });

  it('tabs that name what they saw change nothing else, in every order (rule 3.23)', async () => {
    const seed = chosenSeed();
    for (let run = 0; run < (isGate ? 1 : 5 * chosenEffort()); run += 1) {
      const chance = createChance(seed + run);
      const [one, other] = await aHistory();
      const refused: unknown[] = [];
      const work = async (tab: Tab): Promise<void> => {
        for (let turn = 0; turn < 12; turn += 1) {
          await step(tab, { word: `${tab.name}${turn}`, wish: chance() }).catch(async (error: unknown) => {
            refused.push(error);
            tab.seen = (await loadActive(database.db, tab.history)) ?? null;
          });
        }
      };
      const tabs: readonly Tab[] = [
        { name: 'a', history: one, seen: null },
        { name: 'b', history: other, seen: null },
        { name: 'c', history: one, seen: null },
        { name: 'd', history: other, seen: null },
      ];
      await Promise.all(tabs.map(work));
      for (const error of refused) expect(error).toMatchObject({ code: 'changed_meanwhile' });
      await expectWhole(one);
    }
  });

  interface Tab {
    readonly name: string;
    readonly history: History<Words>;
    seen: ActiveDefinition<Words> | null;
  }

  interface Wish {
    readonly word: string;
    /** Below 0.3 undo, below 0.5 redo, else an edit; an edit also where there is nothing to undo or redo. */
    readonly wish: number;
  }

  /** Does one thing in a tab, on what the tab shows. */
  async function step(tab: Tab, { word, wish }: Wish): Promise<void> {
    const { seen } = tab;
    const ids = seen?.snapshot ?? noSnapshot;
    const aim = wish < 0.3 ? ids.previousSnapshotId : wish < 0.5 ? ids.nextSnapshotId : null;
    if (aim !== null) {
      tab.seen = await activate(database.db, tab.history, { id: aim, expected: ids.snapshotId });
      return;
    }
    const { held } = await add(tab.history, word, seen);
    expect(held.definition).toEqual([...(seen?.definition ?? []), word]);
    tab.seen = held;
  }

  /** The chain leads from the active snapshot to both ends, and every link is there from either side. */
  async function expectWhole(history: History<Words>): Promise<void> {
    const active = await loadActive(database.db, history);
    for (const way of ['previousSnapshotId', 'nextSnapshotId'] as const) {
      const back = way === 'previousSnapshotId' ? 'nextSnapshotId' : 'previousSnapshotId';
      let here = active?.snapshot;
      for (let id = here?.[way] ?? null; id !== null; ) {
        const next = await loadSnapshot(database.db, history, { id });
        expect(next.snapshot[back]).toBe(here?.snapshotId);
        here = next.snapshot;
        id = here[way];
      }
    }
  }

  it('an edit that comes twice under a key is made once, also when both come at a time (rule 9.16)', async () => {
    const [one, other] = await aHistory();
    const twice = (history: History<Words>, requestHash = 'hash') =>
      edit(database.db, history, {
        start: () => [],
        apply: (before) => ({
          kind: 'changed',
          definition: [...before, 'word'],
          entryId: `entry ${before.length}`,
        }),
        expected: null,
        editKey: { key: 'key', requestHash },
      });
    const both = await Promise.all([twice(one), twice(other)]);
    await add(one, 'later');
    const again = await twice(other);
    for (const { outcome } of [...both, again])
      expect(outcome).toMatchObject({ kind: 'changed', entryId: 'entry 0' });
    expect(again.held.definition).toEqual(['word', 'later']);
    await expect(twice(one, 'another')).rejects.toMatchObject({
      code: 'bad_request',
      field: 'idempotency-key',
    });
  });
}
