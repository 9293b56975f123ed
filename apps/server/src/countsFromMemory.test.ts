import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { verifyChain } from './audit/index.ts';
import { type Caller, createCaller } from './testing/caller.ts';
import type { TestDataset, TestMember } from './testing/factories.ts';
import { hasPostgres } from './testing/privateCluster.ts';
import type { TestApp } from './testing/testApp.ts';
import { openTwoPortals, type TwoPortals, type Watched } from './testing/twoPortals.ts';

const isLine = (statement: string): boolean => statement.includes('insert into audit_event');
const assumes = (statement: string): boolean => isLine(statement) && statement.includes('from epoch');

describe.skipIf(!hasPostgres)('a known count of a portal with a database server', () => {
  let two: TwoPortals;
  let watched: Watched;
  let portal: TestApp;
  let other: TestApp;
  let dataset: TestDataset;
  beforeAll(async () => {
    two = await openTwoPortals();
    ({ portal, other, watched } = two);
    dataset = await portal.aDataset({ packagePath: portal.smallPackage });
  });
  afterEach(() => {
    watched.before = async () => {};
  });
  afterAll(() => two?.close());

  interface Asker extends TestMember {
    readonly caller: Caller;
    count(): Promise<number | string>;
  }

  /** A member who has called before, so that their rights are in memory. */
  async function anAsker(): Promise<Asker> {
    const member = await portal.aMember({ dataset, level: 'deid' });
    const caller = await portal.signedIn(member.account);
    const count = async (): Promise<number | string> => {
      const reply = (await caller.get(`${dataset.uniqueId}/query_tools/count/`)).json();
      return reply.count ?? reply.code;
    };
    const asker = { ...member, caller, count };
    for (const _ of [1, 2, 3]) expect(await count()).toBe(6);
    return asker;
  }

  const linesOf = async ({ account }: Pick<Asker, 'account'>) => {
    const lines = other.db.selectFrom('audit_event').select('action').where('account_id', '=', account.id);
    return (await lines.orderBy('id').execute()).map(({ action }) => action);
  };
  const threeCounts = ['count', 'count', 'count'];
  const add = (caller: Caller, sex: string) =>
    caller.post(`${dataset.uniqueId}/cohort_def/`, {
      transformation: { type: 'add_entry', concept_id: 'sex', selected_categories: [sex] },
    });

  it('is one statement: its line, which confirms what the answer is made from', async () => {
    const { count } = await anAsker();
    watched.statements.length = 0;
    expect(await count()).toBe(6);
    expect(watched.statements).toHaveLength(1);
    expect(watched.statements.filter(assumes)).toHaveLength(1);
  });

  it('rests on no assumption after an edit, so that it is asked for once', async () => {
    const { caller, count } = await anAsker();
    await add(caller, 'Male');
    watched.statements.length = 0;
    const before = await count();
    expect(watched.statements.filter(assumes)).toEqual([]);
    expect([before, await count()]).toEqual([before, before]);
  });

  const changes: readonly {
    readonly name: string;
    apply(asker: Asker): Promise<unknown>;
    undo?(): Promise<unknown>;
    readonly gives: number | string;
  }[] = [
    {
      name: 'the membership is taken away',
      apply: ({ membershipId }) => other.db.deleteFrom('membership').where('id', '=', membershipId).execute(),
      gives: 'not_a_member',
    },
    {
      name: 'the level becomes lower',
      apply: ({ membershipId }) =>
        other.db
          .updateTable('membership')
          .set({ access_level: 'agg' })
          .where('id', '=', membershipId)
          .execute(),
      gives: 'not_permitted',
    },
    {
      name: 'the account signs out',
      apply: ({ caller }) => createCaller(other.app, caller.cookie).post('auth/logout/'),
      gives: 'not_signed_in',
    },
    {
      name: 'the account is disabled',
      apply: ({ account }) =>
        other.db
          .updateTable('account')
          .set({ disabled_at: other.clock.now() })
          .where('id', '=', account.id)
          .execute(),
      gives: 'not_signed_in',
    },
    {
      name: 'the dataset is closed',
      apply: () =>
        other.db.updateTable('dataset').set({ live_release_id: null }).where('id', '=', dataset.id).execute(),
      undo: () =>
        other.db
          .updateTable('dataset')
          .from('release')
          .whereRef('release.dataset_id', '=', 'dataset.id')
          .set(({ ref }) => ({ live_release_id: ref('release.id') }))
          .where('dataset.id', '=', dataset.id)
          .execute(),
      gives: 'not_ready',
    },
    {
      name: 'the cohort is edited',
      apply: ({ caller }) => add(createCaller(other.app, caller.cookie), 'Male'),
      gives: 2,
    },
  ];

  it.each(changes)('obeys where $name in another process just before its line', async (change) => {
    const asker = await anAsker();
    let assumed = 0;
    watched.before = async (statement) => {
      if (!assumes(statement)) return;
      assumed += 1;
      await change.apply(asker);
    };
    const answer = await asker.count();
    await change.undo?.();
    expect([answer, assumed]).toEqual([change.gives, 1]);
    const refused = change.gives === 'not_a_member' || change.gives === 'not_permitted';
    const last = typeof change.gives === 'number' ? ['count'] : refused ? ['permission_refused'] : [];
    const lines = await linesOf(asker);
    expect(lines.filter((action) => action === 'count' || action === 'permission_refused')).toEqual([
      ...threeCounts,
      ...last,
    ]);
  });

  it('obeys also where an edit and its undo left another snapshot active', async () => {
    const asker = await anAsker();
    const { snapshot_id, previous_snapshot_id } = (await add(asker.caller, 'Male')).json();
    expect([await asker.count(), await asker.count()]).toEqual([2, 2]);
    const activate = (snapshot_id: number) =>
      other.db
        .updateTable('active_snapshot')
        .set({ snapshot_id })
        .where('account_id', '=', asker.account.id)
        .where('kind', '=', 'cohort')
        .execute();
    await activate(previous_snapshot_id);
    watched.statements.length = 0;
    expect(await asker.count()).toBe(6);
    expect(watched.statements.filter(isLine).map(assumes)).toEqual([true, false]);
    await activate(snapshot_id);
    expect(await asker.count()).toBe(2);
  });

  describe('among many that are confirmed together', () => {
    /** The first line goes alone, and the others wait for it and go together. */
    async function askTogether(change: (last: Asker) => Promise<unknown>) {
      const askers: Asker[] = [];
      for (let index = 0; index < 8; index += 1) askers.push(await anAsker());
      // Each new member has ended the epoch for those before.
      for (const { count } of askers) await count();
      const [last] = askers.slice(-1);
      const before = await Promise.all(askers.map(linesOf));
      let groups = 0;
      watched.statements.length = 0;
      watched.before = async (statement) => {
        if (!assumes(statement) || !statement.includes('audit_group')) return;
        groups += 1;
        if (groups === 1 && last !== undefined) await change(last);
      };
      const answers = await Promise.all(askers.map(({ count }) => count()));
      expect(groups).toBe(1);
      const after = await Promise.all(askers.map(linesOf));
      expect(await verifyChain(portal.db)).toMatchObject({ kind: 'whole' });
      return { answers, added: after.map((lines, index) => lines.slice(before[index]?.length)) };
    }
    const others = <Value>(value: Value): Value[] => Array.from({ length: 7 }, () => value);

    it('only the one whose right has ended is refused', async () => {
      const { answers, added } = await askTogether(({ membershipId }) =>
        other.db.deleteFrom('membership').where('id', '=', membershipId).execute(),
      );
      expect(answers).toEqual([...others(6), 'not_a_member']);
      expect(added).toEqual([...others(['count']), ['permission_refused']]);
    });

    it('only the one whose cohort was edited is asked for again', async () => {
      const { answers, added } = await askTogether(({ caller }) =>
        add(createCaller(other.app, caller.cookie), 'Male'),
      );
      expect(answers).toEqual([...others(6), 2]);
      expect(added).toEqual(others(['count']).concat([['count']]));
      expect(watched.statements.filter(isLine).map(assumes)).toEqual([true, true, false]);
    });
  });

  it('is refused, and not asked for twice, where the connection is lost while its line is written', async () => {
    const asker = await anAsker();
    watched.before = async (statement) => {
      if (assumes(statement)) throw new Error('the connection was lost');
    };
    watched.statements.length = 0;
    expect(await asker.count()).toBe('fault');
    expect(watched.statements).toHaveLength(1);
    watched.before = async () => {};
    expect(await asker.count()).toBe(6);
  });

  it('answers a member who was admitted after the last request', async () => {
    const asker = await anAsker();
    const setLevel = (access_level: 'agg' | 'deid') =>
      other.db.updateTable('membership').set({ access_level }).where('id', '=', asker.membershipId).execute();
    await setLevel('agg');
    expect([await asker.count(), await asker.count()]).toEqual(['not_permitted', 'not_permitted']);
    await setLevel('deid');
    expect(await asker.count()).toBe(6);
  });
});
