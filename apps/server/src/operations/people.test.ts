import { beforeEach, describe, expect, it } from 'vitest';
import { asOperator } from '../testing/asOperator.ts';
import type { TestDataset } from '../testing/factories.ts';
import { portalOfFile } from '../testing/ofFile.ts';
import { operation as operationForm } from './operation.ts';
import { retireRecords } from './retireRecords.ts';

let dataset: TestDataset;
let made = 0;

const portal = await portalOfFile();
beforeEach(async () => {
  dataset = await portal.aDataset();
});

describe('accounts from CSV (rule 15.54)', () => {
  it('are added with their links to a provider, and those that exist stay as they are', async () => {
    const [one, two] = [newName(), newName()];
    const known = await portal.anAccount({ fullName: 'Known' });
    const text = [
      '\uFEFFusername,full_name,email,staff,issuer,subject',
      `${one},"Lovelace, Ada",ada@example.org,yes,https://id.example.org,${one}`,
      `${two}`.concat(',,,,,'),
      `${known.username},Other,,no,,`,
      '',
    ].join('\r\n');
    const [added, stayed] = await importUsers(text);
    expect([added, stayed]).toEqual([
      expect.stringContaining('2 accounts added.'),
      '1 account existed before and stay as before.',
    ]);
    const csv = await run({ kind: 'listUsers', asCsv: true });
    expect(csv[0]).toBe('username,full_name,email,staff,issuer,subject');
    expect(csv).toContain(`${one},"Lovelace, Ada",ada@example.org,yes,https://id.example.org,${one}`);
    expect(csv).toContain(`${known.username},Known,,no,,`);
    expect(await importUsers(csv.join('\n'))).toEqual([
      expect.stringContaining('0 accounts added.'),
      expect.stringContaining('existed before'),
    ]);
  });

  it('are all refused where one line is wrong, and each is named with its column', async () => {
    const good = newName();
    const text = `username,email,staff\n${good},,\nnew one,,\n${newName()},nowhere,\n${newName()},,maybe\n,,\n`;
    await expect(importUsers(text)).rejects.toThrow(
      [
        'Nothing is changed.',
        'Line 3: A user name has letters, digits and . _ @ + - only.',
        'Line 4: email is no address',
        'Line 5: staff must be yes or no',
        'Line 6: username is empty',
      ].join('\n'),
    );
    expect(await names()).not.toContain(good);
  });

  it.each([
    ['no line', 'username\n', 'no line below its heading'],
    ['a column that nobody knows', 'username,password\nada,x\n', 'Line 2: there is no column password'],
    ['no column for the name', 'email\na@b.de\n', 'Line 2: username is missing'],
    ['lines of unequal length', 'username,email\nada\n', 'no CSV with a heading'],
    ['half an identity', 'username,issuer\nada,https://x.org\n', 'issuer and subject belong together'],
  ])('with %s are refused', async (_what, text, reason) => {
    await expect(importUsers(text)).rejects.toThrow(reason);
  });

  it('keep a name that a table program would take for a formula, from the list and back', async () => {
    const name = newName();
    const text = `username,full_name\n${name},"'=Lovelace, Ada"\n`;
    await importUsers(text);
    const stored = portal.db.selectFrom('account').select('full_name').where('username', '=', name);
    expect(await stored.execute()).toEqual([{ full_name: '=Lovelace, Ada' }]);
    const csv = await run({ kind: 'listUsers', asCsv: true });
    expect(csv).toContain(`${name},"'=Lovelace, Ada",,no,,`);
  });

  it('are not added by a dry run', async () => {
    const name = newName();
    expect((await importUsers(`username\n${name}\n`, true)).at(-1)).toBe(
      'This was a dry run: nothing is changed.',
    );
    expect(await names()).not.toContain(name);
  });
});

describe('memberships from CSV (rule 15.54)', () => {
  it('are granted, listed in the same columns, and taken again from the list', async () => {
    const [one, two] = [await portal.anAccount(), await portal.anAccount()];
    const text = `username,dataset,level,workspace,until
${one.username},${dataset.uniqueId},deid,,2030-03-31
${two.username},${dataset.uniqueId},agg,no,never
`;
    expect(await importMembers(text, true)).toHaveLength(3);
    expect(await csvOfMembers()).toBe('username,dataset,level,workspace,groups,until');
    expect(await importMembers(text)).toEqual([
      `${one.username} is a member of ${dataset.uniqueId} at level deid until 2030-03-31.`,
      `${two.username} is a member of ${dataset.uniqueId} at level agg, without the workspace.`,
    ]);
    const listed = await csvOfMembers();
    expect(listed).toContain(`${one.username},${dataset.uniqueId},deid,yes,,2030-03-31`);
    await importMembers(listed);
    expect(await csvOfMembers()).toBe(listed);
    expect(await actions(4)).toEqual(Array(4).fill('membership_grant'));
  });

  it('are all refused where one names an account, a dataset, a group or a level that does not exist', async () => {
    const { username } = await portal.anAccount();
    const id = dataset.uniqueId;
    const text = `username,dataset,level,groups\n${username},${id},deid,\nnobody,${id},deid,\n${username},nowhere,deid,\n${username},${id},deid,north\n${username},${id},all,\n`;
    await expect(importMembers(text)).rejects.toThrow(
      /Line 3: There is no account nobody\.\nLine 4: There is no dataset nowhere\.\nLine 5: .*north.*\nLine 6: level must be one of/,
    );
    expect((await csvOfMembers()).split('\n')).toHaveLength(1);
  });
});

it('the disk is shown by dataset, release and what holds it', async () => {
  await portal.aRelease(dataset, portal.smallPackage);
  const lines = await run({ kind: 'showDisk' });
  const ofDataset = lines.filter((line) => line.includes(`dataset ${dataset.uniqueId}, release 1 (release_`));
  expect(ofDataset).toEqual([expect.stringMatching(/\tlive, members of level agg\t\d+\.\d$/)]);
  expect(lines).toContainEqual(expect.stringMatching(/^state database\tcount receipts, kept for ever\t/));
});

it('old entries of the log of imports and old receipts go, those of a live release stay (rule 15.57)', async () => {
  await portal.aRelease(dataset, portal.smallPackage);
  const { live_release_id: live } = await portal.db
    .selectFrom('dataset')
    .select('live_release_id')
    .where('id', '=', dataset.id)
    .executeTakeFirstOrThrow();
  const entry = (days: number, release: number | null) => {
    const at = new Date(portal.clock.now().getTime() - days * 86_400_000);
    const text = {
      kind: 'import',
      state: 'refused',
      source: `${days} days ago`,
      dataset: dataset.uniqueId,
    } as const;
    const who = { username: null, operator: 'root', started_at: at, finished_at: at, release_id: release };
    return { ...text, ...who };
  };
  const running = { ...entry(90, null), source: 'running', state: 'running' as const, finished_at: null };
  await portal.db
    .insertInto('import_log')
    .values([entry(31, null), entry(29, null), entry(60, live), running])
    .execute();
  const receipt = (days: number) => ({
    dataset_id: dataset.id,
    id: `receipt${days}`,
    kind: 'cohort' as const,
    standing: 'a'.repeat(64),
    release: 'release_1',
    definitions: '{}',
    issued_at: new Date(portal.clock.now().getTime() - days * 86_400_000),
  });
  await portal.db
    .insertInto('count_receipt')
    .values([receipt(31), receipt(29)])
    .execute();
  const { db } = portal;
  const days = { importLogDays: 30, receiptDays: 30 };
  expect(await retireRecords({ db, clock: portal.clock.now, days })).toEqual({ imports: 1, receipts: 1 });
  const left = await db
    .selectFrom('import_log')
    .select('source')
    .where('operator', '=', 'root')
    .where('dataset', '=', dataset.uniqueId)
    .orderBy('id')
    .execute();
  expect(left.map(({ source }) => source)).toEqual(['29 days ago', '60 days ago', 'running']);
  const receipts = db.selectFrom('count_receipt').select('id').where('dataset_id', '=', dataset.id);
  expect(await receipts.execute()).toEqual([{ id: 'receipt29' }]);
});

describe('a deletion says what goes along (rule 15.55)', () => {
  it('of an account: memberships go, reports and the audit stay, and a dry run changes nothing', async () => {
    const { account } = await portal.aMember({ dataset, level: 'deid' });
    const caller = await portal.signedIn(account);
    await portal.db
      .insertInto('report')
      .values({
        dataset_id: dataset.id,
        account_id: account.id,
        project_id: null,
        name: 'R',
        description: null,
        is_public: false,
        version: 1,
        created_at: new Date(),
      })
      .execute();
    await portal.db
      .insertInto('ssh_key')
      .values({
        account_id: account.id,
        name: 'laptop',
        type: 'ed25519',
        bits: 256,
        fingerprint: 'SHA256:abc',
        public_key: 'ssh-ed25519 AAAA',
        added_at: new Date(),
      })
      .execute();
    const dry = await run({ kind: 'deleteUser', username: account.username, dryRun: true });
    expect(dry).toEqual([
      `With the account ${account.username} would go: 1 membership, 1 session, 1 SSH key.`,
      '1 report of the account stays without a creator; "atrium report give" hands them on.',
      'Take the SSH key "laptop" (SHA256:abc) out of the transfer server.',
      'The audit and what the account has agreed to stay.',
      'This was a dry run: nothing is changed.',
    ]);
    expect((await caller.get('auth/')).json().user).not.toBeNull();
    const [deleted] = await run({ kind: 'deleteUser', username: account.username, dryRun: false });
    expect(deleted).toBe(`The account ${account.username} is deleted.`);
    expect((await caller.get('dataset/')).statusCode).toBe(401);
    expect(await names()).not.toContain(account.username);
    expect(await actions(1)).toEqual(['account_remove']);
    const report = portal.db.selectFrom('report').select('account_id').where('dataset_id', '=', dataset.id);
    expect(await report.execute()).toEqual([{ account_id: null }]);
    await expect(run({ kind: 'deleteUser', username: account.username, dryRun: true })).rejects.toThrow(
      'There is no account',
    );
  });

  it('of a dataset: members and releases go, the audit stays, and a dry run changes nothing', async () => {
    await portal.aRelease(dataset, portal.smallPackage);
    await portal.aMember({ dataset, level: 'deid' });
    const gone = { kind: 'deleteDataset', dataset: dataset.uniqueId };
    expect(await run({ ...gone, dryRun: true })).toEqual([
      `With the dataset ${dataset.uniqueId} would go: 1 release, 1 membership.`,
      '1 release has data in the warehouse.',
      'The audit, the log of imports and files below the storage stay.',
      'This was a dry run: nothing is changed.',
    ]);
    expect((await csvOfMembers()).split('\n')).toHaveLength(2);
    expect((await run({ ...gone, dryRun: false }))[0]).toBe(`The dataset ${dataset.uniqueId} is deleted.`);
    await expect(csvOfMembers()).rejects.toThrow('There is no dataset');
    expect(await actions(1)).toEqual(['dataset_remove']);
    await expect(run({ ...gone, dryRun: true })).rejects.toThrow('There is no dataset');
  });
});

const run = (given: object) => asOperator(portal, operationForm.parse(given));
const importUsers = (text: string, dryRun = false) =>
  run({ kind: 'importPeople', of: 'users', text, dryRun });
const importMembers = (text: string, dryRun = false) =>
  run({ kind: 'importPeople', of: 'members', text, dryRun });
const csvOfMembers = async () =>
  (await run({ kind: 'listMembers', dataset: dataset.uniqueId, asCsv: true })).join('\n');
const names = async () => (await run({ kind: 'listUsers', asCsv: false })).map((line) => line.split('\t')[0]);
const newName = (): string => {
  made += 1;
  return `imported${made}`;
};
const actions = async (count: number) => {
  const select = portal.db.selectFrom('audit_event').select('action').orderBy('id', 'desc').limit(count);
  return (await select.execute()).map(({ action }) => action);
};
