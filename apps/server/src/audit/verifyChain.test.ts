import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/index.ts';
import { tamperWithAudit } from '../testing/tamperWithAudit.ts';
import { testDatabases } from '../testing/testDatabases.ts';
import { type Anchor, loadHead, record, verifyChain } from './index.ts';

describe.each(testDatabases.slice(0, 1))('on $engine', testsOn);
describe.each(testDatabases.slice(1))('on $engine', { tags: 'long' }, testsOn);

function testsOn({ open }: (typeof testDatabases)[number]): void {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const tamper = (...statements: readonly string[]) => tamperWithAudit(database.db, ...statements);
  const rehash = (from: number) => `do $$
      declare line audit_event; head text := (select hash from audit_event where id = ${from - 1});
      begin
        for line in select * from audit_event where id >= ${from} order by id loop
          line.previous_hash := coalesce(head, repeat('0', 64));
          head := audit_hash(line);
          update audit_event set previous_hash = line.previous_hash, hash = head where id = line.id;
        end loop;
      end $$`;
  const moveHead =
    'update audit_head set (id, hash) = (select id, hash from audit_event order by id desc limit 1)';
  const verdict = async (anchors: readonly Anchor[] = []) => {
    const found = await verifyChain(database.db, { anchors });
    return found.kind === 'whole' ? `${found.lines} lines` : `${found.id}: ${found.reason}`;
  };

  beforeEach(async () => {
    await tamper(
      'truncate audit_event',
      'truncate audit_definition',
      "update audit_head set id = 0, hash = repeat('0', 64)",
    );
    for (let rows = 1; rows <= 9; rows += 1)
      await record(database.db, {
        accountId: null,
        action: 'export_rows',
        recordedQuery: { cohort: { definition: [{ b: 1, a: 'é 🫀' }], description: 'Everyone' } },
        detail: { rows, format: 'csv', release: 'a "b" \\ \n \u0007 é 🫀', isComplete: true },
        operator: 'Zoë "z"',
      });
  });

  it('an unchanged chain is whole, whatever its lines hold, and its head is returned', async () => {
    const found = await verifyChain(database.db);
    expect(found).toEqual({ kind: 'whole', lines: 9, definitions: 1, head: await loadHead(database.db) });
    expect(await verifyChain(database.db, { from: 6 })).toMatchObject({ kind: 'whole', lines: 4 });
  });

  it('an empty chain is whole', async () => {
    await tamper('delete from audit_event', "update audit_head set id = 0, hash = repeat('0', 64)");
    expect(await verdict()).toBe('0 lines');
  });

  it.each([
    'account_id = 7',
    "username = 'eve'",
    'operator = null',
    'dataset_id = 3',
    "dataset = 'x'",
    "action = 'preview'",
    `detail = '{"rows":5 }'`,
    "at = at + interval '1 ms'",
    "hash = repeat('a', 64)",
  ])('names a line whose content was changed: %s', async (change) => {
    await tamper(`update audit_event set ${change} where id = 5`);
    expect(await verdict()).toBe('5: it was changed');
  });

  it.each([
    "update audit_definition set content = content || ' '",
    "update audit_definition set hash = repeat('a', 64)",
    'delete from audit_definition',
  ])('names the first line whose recorded query was changed or removed: %s', async (change) => {
    await record(database.db, { accountId: null, action: 'sign_out' });
    const rule = 'constraint audit_definition_hash';
    await tamper(`alter table audit_definition drop ${rule}`, change);
    expect(await verdict()).toBe('1: the cohort definition that it names was changed or removed');
    const digest = "encode(sha256(convert_to(content, 'UTF8')), 'hex')";
    await tamper(
      'truncate audit_definition',
      `alter table audit_definition add ${rule} check (hash = ${digest})`,
    );
  });

  it('names a line that was changed together with its hash', async () => {
    await tamper(
      "update audit_event set username = 'eve' where id = 5",
      'update audit_event set hash = audit_hash(audit_event) where id = 5',
    );
    expect(await verdict()).toBe('5: it was changed together with its hash: line 6 follows another');
  });

  it('names the first of the lines that were removed', async () => {
    await tamper('delete from audit_event where id in (4, 5)');
    expect(await verdict()).toBe('4: it was removed');
  });

  it('names a removed first line, and one inserted before the first', async () => {
    await tamper('delete from audit_event where id = 1');
    expect(await verdict()).toBe('1: it was removed');
    await tamper('update audit_event set id = 0 where id = 2');
    expect(await verdict()).toBe('0: it was inserted before the first');
  });

  it('names a line that was inserted by moving those after it', async () => {
    await tamper(
      'update audit_event set id = id + 100 where id >= 5',
      'update audit_event set id = id - 99 where id > 100',
      'insert into audit_event (id, at, action, detail, previous_hash, hash) select 5, at, action, detail, hash, hash from audit_event where id = 4',
    );
    expect(await verdict()).toBe('5: it was changed');
  });

  it('names the first of two lines that were swapped', async () => {
    await tamper(
      'update audit_event set id = 100 where id = 4',
      'update audit_event set id = 4 where id = 5',
      'update audit_event set id = 5 where id = 100',
    );
    expect(await verdict()).toBe('4: it was changed');
  });

  it('finds an end that was cut off, by the stored head', async () => {
    await tamper('delete from audit_event where id >= 8');
    expect(await verdict()).toBe('8: it is missing, and the chain is known to have had a line 9');
  });

  it('finds a line that was added after the end', async () => {
    await tamper(
      'insert into audit_event (id, at, action, detail, previous_hash, hash) select 10, at, action, detail, hash, hash from audit_event where id = 9',
      'update audit_event set hash = audit_hash(audit_event) where id = 10',
    );
    expect(await verdict()).toBe('10: it was inserted behind the end of the chain');
  });

  it('finds an end that was cut off, or a chain that was made anew, together with the stored head, by an anchor only', async () => {
    const anchor = await loadHead(database.db);
    await tamper('delete from audit_event where id >= 8', moveHead);
    expect(await verdict()).toBe('7 lines');
    expect(await verdict([anchor])).toBe('8: it is missing, and the chain is known to have had a line 9');
    const middle = { id: 6, hash: 'f'.repeat(64) };
    await tamper("update audit_event set username = 'eve' where id = 2", rehash(2), moveHead);
    expect(await verdict()).toBe('7 lines');
    expect(await verdict([middle])).toMatch(/^6: it or a line before it was changed/);
  });

  it.each([
    "update audit_event set username = 'eve'",
    'delete from audit_event',
    'truncate audit_event',
    'update audit_head set id = 3',
    'delete from audit_head',
    'truncate audit_head',
    "update audit_definition set content = ''",
    'delete from audit_definition',
    'truncate audit_definition',
    "insert into audit_head (is_head, id, hash) values (true, 1, 'x')",
  ])('the database refuses: %s', async (statement) => {
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow('only ever appended to');
    expect(await verdict()).toBe('9 lines');
  });

  it('an insert cannot choose its position, instant, names or hashes', async () => {
    await sql`insert into audit_event (id, at, username, action, previous_hash, hash)
        values (3, '1999-01-01', 'eve', 'count', 'x', 'y')`.execute(database.db);
    expect(await verdict()).toBe('10 lines');
    const line = await database.db
      .selectFrom('audit_event')
      .select(['id', 'at', 'username'])
      .where('id', '=', 10)
      .executeTakeFirstOrThrow();
    expect(line.username).toBeNull();
    expect(line.at.getFullYear()).toBeGreaterThan(1999);
  });

  it('a definition is stored once, and only under the hash of its text', async () => {
    const rows = await database.db.selectFrom('audit_definition').selectAll().execute();
    expect(rows).toEqual([
      {
        hash: 'a494aaf9b62b00ecdb5ff53e6e2465471d4f23f52c0cf918b6cae5988ead4b0c',
        content: '{"definition":[{"a":"é 🫀","b":1}],"description":"Everyone"}',
      },
    ]);
    await expect(
      database.db.insertInto('audit_definition').values({ hash: 'x', content: '{}' }).execute(),
    ).rejects.toThrow('audit_definition_hash');
  });

  it('two hundred lines written at once form one chain', async () => {
    await Promise.all(
      Array.from({ length: 200 }, (_, rows) =>
        record(database.db, { accountId: null, action: 'count', detail: { rows } }),
      ),
    );
    expect(await verdict()).toBe('209 lines');
  });

  it('a line of a transaction that is rolled back leaves no gap', async () => {
    const undone = database.db.transaction().execute(async (transaction) => {
      await record(transaction, { accountId: null, action: 'count' });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await record(database.db, { accountId: null, action: 'count' });
    expect(await verdict()).toBe('10 lines');
  });

  it('an account and a dataset are named as they were, and deleting them changes no line', async () => {
    const account = await database.db
      .insertInto('account')
      .values({ username: 'ada', password_hash: 'none' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const dataset = await database.db
      .insertInto('dataset')
      .values({ unique_id: 'hearts', name: 'Hearts', live_release_id: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await record(database.db, { accountId: account.id, datasetId: dataset.id, action: 'count' });
    await database.db.deleteFrom('account').where('id', '=', account.id).execute();
    await database.db.deleteFrom('dataset').where('id', '=', dataset.id).execute();
    expect(await verdict()).toBe('10 lines');
    const line = database.db
      .selectFrom('audit_event')
      .select(['account_id', 'username', 'dataset_id', 'dataset'])
      .where('id', '=', 10);
    expect(await line.executeTakeFirst()).toEqual({
      account_id: account.id,
      username: 'ada',
      dataset_id: dataset.id,
      dataset: 'hearts',
    });
  });
}
