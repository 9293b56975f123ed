import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/index.ts';
import { tamperWithAudit } from '../testing/tamperWithAudit.ts';
import { testDatabases } from '../testing/testDatabases.ts';
import { keepRetention, loadHead, record, retireLines, verifyChain } from './index.ts';

describe.each(testDatabases.slice(0, 1))('on $engine', testsOn);
describe.each(testDatabases.slice(1))('on $engine', { tags: 'long' }, testsOn);

function testsOn({ engine, open }: (typeof testDatabases)[number]): void {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const ages = [400, 300, 200, 100, 5, 0];
  const tamper = (...statements: readonly string[]) => tamperWithAudit(database.db, ...statements);

  const queryOf = (definition: string) => ({ cohort: { definition, description: 'Everyone' } });
  const oldQuery = queryOf('old');
  const newQuery = queryOf('new');
  const ask = (recordedQuery: ReturnType<typeof queryOf>) =>
    record(database.db, { accountId: null, action: 'count', recordedQuery });

  /** Lines of these ages in days; the first two name one definition, all others another. */
  beforeEach(async () => {
    await tamper(
      'truncate audit_event',
      'truncate audit_definition',
      "update audit_head set id = 0, hash = repeat('0', 64)",
      "update audit_base set id = 0, hash = repeat('0', 64)",
    );
    for (const [index, age] of ages.entries()) {
      await ask(index < 2 ? oldQuery : newQuery);
      const id = index + 1;
      await tamper(
        `update audit_event set at = timestamptz '2026-05-04T09:30:00Z' - interval '${age} days' where id = ${id}`,
        `update audit_event set hash = audit_hash(audit_event) where id = ${id}`,
        `update audit_head set hash = (select hash from audit_event where id = ${id})`,
      );
    }
  });

  const day = (ago: number) => new Date(Date.parse('2026-05-04T09:30:00Z') - ago * 86_400_000);
  const ids = async () =>
    (await database.db.selectFrom('audit_event').select('id').orderBy('id').execute()).map(({ id }) => id);
  const definitions = async () =>
    (await database.db.selectFrom('audit_definition').select('content').execute()).map(
      ({ content }) => JSON.parse(content).definition,
    );
  const verdict = async (request: Parameters<typeof verifyChain>[1] = {}) => {
    const found = await verifyChain(database.db, request);
    return found.kind === 'whole' ? `${found.lines} lines` : `${found.id}: ${found.reason}`;
  };

  it('nothing is removed while every line is young enough', async () => {
    expect(await retireLines(database.db, day(401))).toBe(0);
    expect(await ids()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('old lines go with the definitions that only they name, a line says so, and the rest is whole', async () => {
    const anchors = [2, 3].map((id) => ({ id, hash: '' }));
    for (const anchor of anchors) {
      const row = database.db.selectFrom('audit_event').select('hash').where('id', '=', anchor.id);
      anchor.hash = (await row.executeTakeFirstOrThrow()).hash;
    }
    expect(await retireLines(database.db, day(250))).toBe(2);
    expect(await ids()).toEqual([3, 4, 5, 6, 7]);
    expect(await definitions()).toEqual(['new']);
    const newest = await database.db
      .selectFrom('audit_event')
      .select(['action', 'detail'])
      .where('id', '=', 7)
      .executeTakeFirstOrThrow();
    expect(newest).toEqual({
      action: 'audit_retire',
      detail: { through: 2, throughHash: anchors[0]?.hash, lines: 2 },
    });
    expect(await verdict({ anchors })).toBe('5 lines');
    expect(await verdict({ from: 4 })).toBe('4 lines');
    expect(await retireLines(database.db, day(150))).toBe(1);
    expect(await verdict({ anchors })).toBe('5 lines');
    expect(await verdict({ anchors: [{ id: 3, hash: 'f'.repeat(64) }] })).toContain('3: ');
  });

  it('a query that was recorded before is stored once, and again after its definition was retired', async () => {
    await ask(newQuery);
    expect((await definitions()).toSorted()).toEqual(['new', 'old']);
    await retireLines(database.db, day(250));
    expect(await definitions()).toEqual(['new']);
    await ask(oldQuery);
    expect((await definitions()).toSorted()).toEqual(['new', 'old']);
    expect(await verdict()).toBe('7 lines');
  });

  const waiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      database.db,
    );
    return rows.length;
  };

  it.runIf(engine === 'PostgreSQL')(
    'a query that is recorded while its definition is being retired keeps it',
    async () => {
      const [retired, recording] = await database.db.transaction().execute(async (transaction) => {
        await transaction.selectFrom('audit_head').select('id').forUpdate().execute();
        const retiring = retireLines(database.db, day(250));
        await expect.poll(waiting).toBe(1);
        const asking = ask(oldQuery);
        await expect.poll(waiting).toBe(2);
        return [retiring, asking];
      });
      expect(await retired).toBe(2);
      await recording;
      expect((await definitions()).toSorted()).toEqual(['new', 'old']);
      expect(await verdict()).toBe('6 lines');
    },
  );

  it('an old line after a young one stays, so that the chain has no gap, and the last line always stays', async () => {
    await tamper(
      `update audit_event set at = timestamptz '2026-05-04T09:30:00Z' where id = 2`,
      `update audit_event set hash = audit_hash(audit_event) where id = 2`,
    );
    expect(await retireLines(database.db, day(50))).toBe(1);
    expect(await ids()).toEqual([2, 3, 4, 5, 6, 7]);
    await retireLines(database.db, new Date('9999-01-01'));
    expect(await ids()).toHaveLength(2);
  });

  it('the beginning that somebody removed by hand is found, also where they say that it was retired', async () => {
    await tamper('delete from audit_event where id <= 2');
    expect(await verdict()).toBe('1: it was removed');
    await tamper('update audit_base set id = 2, hash = (select previous_hash from audit_event where id = 3)');
    expect(await verdict()).toBe('1: it was removed, and no line says that its time was over');
  });

  it.each([
    'delete from audit_event',
    'delete from audit_definition',
    'update audit_base set id = 3',
    'delete from audit_base',
  ])('the database refuses by itself: %s', async (statement) => {
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow('only ever appended');
  });

  it('lines go by the clock of the portal, for as long as the site keeps them', async () => {
    const retired: number[] = [];
    const end = await keepRetention({
      db: database.db,
      days: 250,
      clock: () => day(0),
      everyMs: 86_400_000,
      onRetired: (lines) => retired.push(lines),
      onFault: (error) => {
        throw error;
      },
    });
    await end();
    expect(retired).toEqual([2]);
    expect((await loadHead(database.db)).id).toBe(7);
  });
}
