import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../operations/index.ts';
import { asOperator } from '../testing/asOperator.ts';
import type { Caller } from '../testing/caller.ts';
import { portalOfFile } from '../testing/ofFile.ts';

const portal = await portalOfFile();

const shown = async (caller: Caller, dataset: string) =>
  (await caller.get(`dataset/${dataset}/agreement`)).json().agreement;

describe('the agreement of a dataset', () => {
  it('is refused to people without a membership, and is null where the dataset has none', async () => {
    const dataset = await portal.aDataset();
    const { account } = await portal.aMember({ dataset });
    const stranger = await portal.signedIn(await portal.anAccount());
    expect((await stranger.get(`dataset/${dataset.uniqueId}/agreement`)).json().code).toBe('not_a_member');
    const member = await portal.signedIn(account);
    expect((await member.get(`dataset/${dataset.uniqueId}/agreement`)).json()).toEqual({ agreement: null });
    const nothing = { version: '1', text_hash: '0'.repeat(64) };
    const accepted = await member.post(`dataset/${dataset.uniqueId}/agreement/accept`, nothing);
    expect(accepted.json().code).toBe('conflict');
  });

  it('closes the dataset until it is accepted, and the list still shows the dataset', async () => {
    const { caller, dataset } = await anInvited();
    expect(await countOf(caller, dataset)).toBe('agreement_required');
    const { datasets } = (await caller.get('dataset')).json();
    expect(datasets).toContainEqual(expect.objectContaining({ unique_id: dataset, selectable: true }));
    expect((await accept(caller, dataset)).statusCode).toBe(200);
    expect(await countOf(caller, dataset)).toBe('open');
    expect(await shown(caller, dataset)).toMatchObject({ accepted_at: portal.clock.now().toISOString() });
  });

  it('is accepted as it was shown: another version or text is a conflict, and opens nothing', async () => {
    const { caller, dataset } = await anInvited();
    const old = await shown(caller, dataset);
    await put(dataset, '2', 'Be kinder.');
    const { version, text_hash } = old;
    const late = await caller.post(`dataset/${dataset}/agreement/accept`, { version, text_hash });
    expect(late.json()).toMatchObject({ code: 'conflict', detail: expect.stringContaining('has changed') });
    const mixed = await caller.post(`dataset/${dataset}/agreement/accept`, { version: '2', text_hash });
    expect(mixed.json().code).toBe('conflict');
    expect(await countOf(caller, dataset)).toBe('agreement_required');
  });

  it('must be accepted anew in a new version, and not in one that was accepted before', async () => {
    const { caller, dataset } = await anInvited();
    await accept(caller, dataset);
    await put(dataset, '2', 'Be kinder.');
    expect(await countOf(caller, dataset)).toBe('agreement_required');
    await put(dataset, '1', 'Be kind.');
    expect(await countOf(caller, dataset)).toBe('open');
    await put(dataset, '2', 'Be kinder.');
    await accept(caller, dataset);
    expect(await countOf(caller, dataset)).toBe('open');
    expect(await acceptances(dataset)).toHaveLength(2);
  });

  it('opens nothing in another dataset, nor to another account', async () => {
    const { account, caller, dataset } = await anInvited();
    const other = await portal.aDataset({ packagePath: portal.smallPackage, agreement: 'Be kind.' });
    await portal.aMember({ account, dataset: other });
    await accept(caller, dataset);
    expect(await countOf(caller, other.uniqueId)).toBe('agreement_required');
    const { id } = await portal.db
      .selectFrom('dataset')
      .select('id')
      .where('unique_id', '=', dataset)
      .executeTakeFirstOrThrow();
    const second = await portal.aMember({ dataset: { id, uniqueId: dataset } });
    expect(await countOf(await portal.signedIn(second.account), dataset)).toBe('agreement_required');
  });

  it('is no condition any more when it is removed; what was accepted is kept', { tags: 'long' }, async () => {
    const { caller, dataset } = await anInvited();
    await accept(caller, dataset);
    const { caller: other } = await anInvited();
    await command({ kind: 'removeAgreement', dataset });
    expect(await countOf(caller, dataset)).toBe('open');
    expect(await acceptances(dataset)).toHaveLength(1);
    expect((await other.get(`dataset/${dataset}/agreement`)).json().code).toBe('not_a_member');
  });
});

describe('what is kept of an agreement', () => {
  it('is account, version, hash of the text and date of each acceptance, once, in table and audit', async () => {
    const { account, caller, dataset } = await anInvited();
    await accept(caller, dataset);
    await accept(caller, dataset);
    const textHash = createHash('sha256').update('Be kind.').digest('hex');
    expect(await acceptances(dataset)).toEqual([
      {
        id: expect.any(Number),
        account_id: account.id,
        username: account.username,
        agreement_id: expect.any(Number),
        dataset,
        version: '1',
        text_hash: textHash,
        accepted_at: portal.clock.now(),
      },
    ]);
    const lines = (await caller.get('audit?action=agreement_accept')).json().results;
    expect(lines).toEqual([
      expect.objectContaining({ dataset, detail: { agreement: expect.any(Number), version: '1', textHash } }),
    ]);
    const listed = await command({ kind: 'listAcceptances', dataset });
    const who = `${account.username} (account ${account.id})`;
    expect(listed).toEqual([[portal.clock.now().toISOString(), who, '1', textHash].join('\t')]);
  });

  async function isOnlyAddedTo(table: 'agreement_acceptance' | 'dataset_agreement'): Promise<void> {
    const { caller, dataset } = await anInvited();
    await accept(caller, dataset);
    const change = sql`update ${sql.ref(table)} set version = '9'`.execute(portal.db);
    await expect(change).rejects.toThrow('only ever added to');
    await expect(portal.db.deleteFrom(table).execute()).rejects.toThrow('only ever added to');
  }

  it.each(['agreement_acceptance'] as const)('is never changed nor removed: %s', isOnlyAddedTo);
  it.each(['dataset_agreement'] as const)(
    'is never changed nor removed: %s',
    { tags: 'long' },
    isOnlyAddedTo,
  );

  it('outlives account and dataset', { tags: 'long' }, async () => {
    const { account, caller, dataset } = await anInvited();
    await accept(caller, dataset);
    await portal.db.deleteFrom('account').where('id', '=', account.id).execute();
    await portal.db
      .updateTable('dataset')
      .set({ live_release_id: null })
      .where('unique_id', '=', dataset)
      .execute();
    await portal.db.deleteFrom('dataset').where('unique_id', '=', dataset).execute();
    expect(await acceptances(dataset)).toEqual([expect.objectContaining({ username: account.username })]);
  });
});

describe('an operator', () => {
  it.each([
    ['a version with a space', 'a b', 'Text', 'A version has letters'],
    ['no text', '1', ' \n', 'The text of an agreement has'],
  ])('is refused %s', async (_what, version, text, reason) => {
    const { uniqueId } = await portal.aDataset();
    await expect(put(uniqueId, version, text)).rejects.toThrow(reason);
  });

  it('is refused another text for a version, and a dataset that does not exist', {
    tags: 'long',
  }, async () => {
    const { dataset } = await anInvited();
    await expect(put(dataset, '1', 'Other words.')).rejects.toMatchObject({ code: 'conflict' });
    await expect(put('nowhere', '1', 'Text')).rejects.toMatchObject({ code: 'not_found' });
    await expect(command({ kind: 'removeAgreement', dataset: 'nowhere' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('is named in the audit, with version and hash', { tags: 'long' }, async () => {
    const { dataset } = await anInvited();
    await put(dataset, '2024-02', 'New words.');
    await command({ kind: 'removeAgreement', dataset });
    const staff = await portal.signedIn(await portal.anAccount({ isStaff: true }));
    const lines = (await staff.get(`audit/all?dataset=${dataset}&action=agreement_change`)).json().results;
    const textHash = createHash('sha256').update('New words.').digest('hex');
    expect(lines).toEqual([
      expect.objectContaining({ operator: 'root', detail: { isRemoved: true } }),
      expect.objectContaining({
        operator: 'root',
        detail: { agreement: expect.any(Number), version: '2024-02', textHash },
      }),
    ]);
  });
});

it('a recorded query is not given back before the agreement is accepted (rule 8.19)', async () => {
  const { caller, dataset } = await anInvited();
  await accept(caller, dataset);
  await countOf(caller, dataset);
  const [line] = (await caller.get('audit?action=count')).json().results;
  const definitions = () => caller.get(`audit/lines/${line.id}/definitions`);
  expect((await definitions()).statusCode).toBe(200);
  await put(dataset, '2', 'Be kinder.');
  expect((await definitions()).json().code).toBe('not_permitted');
});

/** Gives a command of the operator. */
const command = (operation: Operation) => asOperator(portal, operation);

const put = (dataset: string, version: string, text: string) =>
  command({ kind: 'setAgreement', dataset, version, text });

const countOf = async (caller: Caller, dataset: string) => {
  const reply = await caller.get(`${dataset}/query_tools/count`);
  return reply.statusCode === 200 ? 'open' : reply.json().code;
};

const acceptances = (dataset: string) =>
  portal.db.selectFrom('agreement_acceptance').selectAll().where('dataset', '=', dataset).execute();

/** A dataset with an agreement, and a member who has not accepted it. */
async function anInvited() {
  const dataset = await portal.aDataset({ packagePath: portal.smallPackage, agreement: 'Be kind.' });
  const { account } = await portal.aMember({ dataset, level: 'deid' });
  return { account, dataset: dataset.uniqueId, caller: await portal.signedIn(account) };
}

async function accept(caller: Caller, dataset: string) {
  const { version, text_hash } = await shown(caller, dataset);
  return caller.post(`dataset/${dataset}/agreement/accept`, { version, text_hash });
}
