import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import type { TestDataset } from '../testing/factories.ts';
import { hasPostgres } from '../testing/privateCluster.ts';
import { openTwoPortals, type TwoPortals } from '../testing/twoPortals.ts';

const isLine = (statement: string): boolean => statement.includes('insert into audit_event');
const isEpoch = (statement: string): boolean => statement.includes('from epoch');

// Whether rights that ended meanwhile are obeyed is tried in access/epochs.test.ts.
describe.skipIf(!hasPostgres)('a known count of a portal with a database server', () => {
  let two: TwoPortals;
  let dataset: TestDataset;
  beforeAll(async () => {
    two = await openTwoPortals();
    dataset = await two.portal.aDataset({ packagePath: two.portal.smallPackage });
  });
  afterAll(() => two?.close());

  const count = async (caller: Caller): Promise<number | string> => {
    const reply = (await caller.get(`${dataset.uniqueId}/query_tools/count/`)).json();
    return reply.count ?? reply.code;
  };

  /** A member who has called before, so that their rights are in memory. */
  async function anAsker(): Promise<Caller> {
    const { account } = await two.portal.aMember({ dataset, level: 'deid' });
    const caller = await two.portal.signedIn(account);
    for (const _ of [1, 2, 3]) expect(await count(caller)).toBe(6);
    return caller;
  }

  it('is two statements: the epoch, then its line', async () => {
    const caller = await anAsker();
    two.watched.statements.length = 0;
    expect(await count(caller)).toBe(6);
    expect(two.watched.statements.map((text) => [isEpoch(text), isLine(text)])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('is refused where the connection is lost while its line is written', async () => {
    const caller = await anAsker();
    two.watched.before = async (statement) => {
      if (isLine(statement)) throw new Error('the connection was lost');
    };
    expect(await count(caller)).toBe('fault');
    two.watched.before = async () => {};
    expect(await count(caller)).toBe(6);
  });
});
