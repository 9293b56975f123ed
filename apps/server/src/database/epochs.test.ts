import { answerQuestion, currentQuestion } from '@atrium/warehouse';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type TestApp, testApp } from '../testing/testApp.ts';
import { epochsOf } from './epochs.ts';
import { createKysely, lendStatements } from './pool.ts';

let portal: TestApp;
beforeAll(async () => {
  portal = await testApp();
});
afterAll(() => portal.close());

const epoch = async () => (await epochsOf(portal.db).read(null)).epoch;

describe('an epoch', () => {
  let before: string;
  let ids: { readonly account: number; readonly membership: number; readonly dataset: number };
  beforeEach(async () => {
    const { account, membershipId, dataset } = await portal.aMember();
    ids = { account: account.id, membership: membershipId, dataset: dataset.id };
    await portal.signedIn(account);
    before = await epoch();
  });

  const run = (statement: string) => sql.raw(statement).execute(portal.db);

  it.each([
    ['a session ends', () => `delete from session where account_id = ${ids.account}`],
    [
      'a session gets another end, before its time',
      () => `update session set expires_at = now() - interval '1 year'`,
    ],
    [
      'a session changes hands',
      () => `update session set second_factor = 'totp' where account_id = ${ids.account}`,
    ],
    ['an account is disabled', () => `update account set disabled_at = now() where id = ${ids.account}`],
    ['an account becomes staff', () => `update account set is_staff = true where id = ${ids.account}`],
    [
      'an account is deleted, and with it all that it has',
      () => `delete from account where id = ${ids.account}`,
    ],
    [
      'a membership changes',
      () => `update membership set can_view_workspace = false where id = ${ids.membership}`,
    ],
    ['a membership is taken away', () => `delete from membership where id = ${ids.membership}`],
    ['settings change', () => `update dataset set settings = '{"listed": false}' where id = ${ids.dataset}`],
    ['a release begins', () => `insert into release (state) values ('building')`],
    [
      'a group is made',
      () => `insert into permission_group (dataset_id, name, opens) values (${ids.dataset}, 'a', '{}')`,
    ],
    ['tokens are emptied', () => 'truncate api_token, cohort_proposal'],
  ])('ends when %s', async (_what, statement) => {
    await run(statement());
    expect(await epoch()).not.toBe(before);
  });

  it.each([
    [
      'a session begins',
      async () => void (await portal.signedIn(await portal.anAccount({ password: null }))),
    ],
    ['a session is renewed', () => run(`update session set expires_at = expires_at + interval '1 hour'`)],
    ['it is noted when an account was used', () => run('update account set last_used_at = now()')],
    ['nothing is changed', () => run(`update membership set access_level = 'phi' where false`)],
  ])('lasts when %s', async (_what, act) => {
    await act();
    expect(await epoch()).toBe(before);
  });

  it('lasts when a change is undone before its commit', async () => {
    const undone = portal.db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('membership').execute();
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await epoch()).toBe(before);
  });

  it('ends once for a transaction, at its end, also where a part of it is undone', async () => {
    await portal.db.transaction().execute(async (transaction) => {
      const named = async () =>
        z
          .array(z.object({ name: z.string() }))
          .parse((await sql`select name from epoch`.execute(transaction)).rows);
      const held = await named();
      await transaction.deleteFrom('membership').where('id', '=', ids.membership).execute();
      await sql`savepoint part`.execute(transaction);
      await sql`delete from session where account_id = ${ids.account}`.execute(transaction);
      await sql`rollback to savepoint part`.execute(transaction);
      expect(await named()).toEqual(held);
    });
    expect(await epoch()).not.toBe(before);
  });
});

/** No answers about these are remembered for an epoch. */
const unwatched = [
  'account_identity',
  'account_totp',
  'active_snapshot',
  'audit_base',
  'audit_definition',
  'audit_event',
  'audit_head',
  'cohort_proposal',
  'confirmed_identifier',
  'count_receipt',
  'download',
  'draft',
  'edit_receipt',
  'epoch',
  'export_volume',
  'import_example',
  'import_log',
  'installation',
  'installation_id',
  'invitation',
  'kysely_migration',
  'kysely_migration_lock',
  'mail',
  'membership_grant',
  'named_dataset',
  'news_article',
  'news_article_tag',
  'news_tag',
  'passkey',
  'passkey_challenge',
  'pending_sign_in',
  'portal',
  'project',
  'question',
  'queue_entry',
  'recovery_code',
  'release_opening',
  'report',
  'report_definition',
  'report_flag',
  'report_judgement',
  'report_share',
  'report_tally',
  'report_version',
  'shared_index',
  'shared_value',
  'sign_in_attempt',
  'snapshot',
  'ssh_key',
  'support_answer',
  'support_request',
  'transfer',
  'transfer_file',
  'upload',
  'use_by_month',
  'use_summed',
];

it('of each table somebody has decided whether its changes end the epoch', async () => {
  const { rows } = await sql<{ name: string; triggers: number }>`
    select relname as name, (select count(*)::integer from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where tgrelid = pg_class.oid and proname = 'epoch_end') as triggers
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`.execute(
    portal.db,
  );
  expect(rows.filter(({ triggers }) => triggers === 0).map(({ name }) => name)).toEqual(unwatched);
  expect(rows.filter(({ triggers }) => triggers > 0).map(({ name, triggers }) => [name, triggers])).toEqual([
    ['account', 3],
    ['agreement_acceptance', 4],
    ['api_token', 3],
    ['dataset', 4],
    ['dataset_agreement', 4],
    ['lacking_part', 4],
    ['membership', 4],
    ['membership_group', 4],
    ['permission_group', 4],
    ['release', 4],
    ['session', 3],
  ]);
});

it('has the active snapshot of the requested owner, after each edit and each undo', async () => {
  const dataset = await portal.aDataset({ packagePath: portal.smallPackage });
  const { account } = await portal.aMember({ dataset, level: 'deid' });
  const owner = { accountId: account.id, datasetId: dataset.id };
  const caller = await portal.signedIn(account);
  const position = async () => (await epochsOf(portal.db).read(owner)).active?.positions.get('cohort');
  expect(await position()).toBe(undefined);
  const transformation = { type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] };
  const edited = (await caller.post(`${dataset.uniqueId}/cohort_def/`, { transformation })).json();
  const [id, previous_id] = [edited.snapshot_id, edited.previous_snapshot_id];
  expect(await position()).toEqual({ id, previous_id, next_id: null });
  await caller.post(`${dataset.uniqueId}/cohort_def/${previous_id}/activate/`);
  expect(await position()).toEqual({ id: previous_id, previous_id: null, next_id: id });
});

it('what several requests wait for is asked for the portal, and not for the one that came first (rule 8.32)', async () => {
  const asked: unknown[] = [];
  const statements = lendStatements(
    async <R>() => {
      asked.push(currentQuestion());
      const rows: R[] = [];
      return { command: 'SELECT', rowCount: 0, rows };
    },
    () => {},
  );
  const db = createKysely({ connect: async () => statements, end: async () => {} });
  // Without its row an epoch is refused, after it was asked.
  await Promise.allSettled(
    ['greedy', 'modest'].map((caller) => answerQuestion(caller, () => epochsOf(db).read(null))),
  );
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.every((question) => question === undefined)).toBe(true);
});
