import { siteConfiguration } from '@atrium/contract/documents/siteConfiguration';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AddressedMail, PersonalMail } from '../mail/index.ts';
import type { Caller } from '../testing/caller.ts';
import { portalOfFile } from '../testing/ofFile.ts';
import { aPublicKey } from '../testing/sshKeys.ts';

let ada: Caller;
let adaId: number;
const mails: PersonalMail[] = [];
const toOperators: AddressedMail[] = [];
let refusesMail = false;

const portal = await portalOfFile({
  mails: {
    enqueue: async (_transaction, mail) => {
      if (refusesMail) throw new Error('The queue is away.');
      if ('address' in mail) toOperators.push(mail);
      else mails.push(mail);
    },
    sends: true,
    close: async () => {},
  },
  site: siteConfiguration.parse({ supportEmail: 'help@portal.example' }),
});
beforeEach(async () => {
  mails.length = 0;
  toOperators.length = 0;
  refusesMail = false;
  const account = await portal.anAccount();
  adaId = account.id;
  ada = await portal.signedIn(account);
});

const base = '/pcgc/api/support';

describe('the SSH keys of a person', () => {
  it('are kept, listed with their fingerprint, mailed about and audited', async () => {
    const reply = await send(aPublicKey('ada@laptop'));
    expect([reply.statusCode, reply.json().status]).toEqual([200, 'sent']);
    const [key] = await list();
    expect(key).toEqual({
      id: expect.any(Number),
      name: 'ada@laptop',
      type: 'ed25519',
      bits: 256,
      fingerprint: expect.stringMatching(/^SHA256:[A-Za-z0-9+/]{43}$/),
      added_at: portal.clock.now().toISOString(),
      last_used_at: null,
    });
    expect(mails).toEqual([
      {
        key: `ssh key ${key.id} added`,
        accountId: adaId,
        subject: 'An SSH key was added to your account',
        text: expect.stringContaining(key.fingerprint),
      },
    ]);
    expect(await lines()).toEqual([
      { action: 'ssh_key_add', detail: { key: key.id, fingerprint: key.fingerprint } },
    ]);
  });

  it('are mailed to the people who run the transfer server, with the line to add (rule 13.62)', async () => {
    const line = aPublicKey('ada@laptop');
    const id = await idOf(line);
    await ada.post(`${base}/ssh_keys/${id}/delete`);
    const bare = line.split(' ').slice(0, 2).join(' ');
    expect(toOperators.map(({ key, address }) => [key, address])).toEqual([
      [`ssh key ${id} added, for operators`, 'help@portal.example'],
      [`ssh key ${id} removed, for operators`, 'help@portal.example'],
    ]);
    for (const { text } of toOperators) expect(text).toContain(bare);
  });

  it('are the same when they are sent twice, also under another comment (rule 13.61)', async () => {
    const line = aPublicKey('first');
    const id = await idOf(line);
    const again = await send(line.replace('first', 'second'));
    expect([again.statusCode, again.json().key]).toEqual([
      200,
      expect.objectContaining({ id, name: 'first' }),
    ]);
    expect([(await list()).length, mails.length]).toEqual([1, 1]);
  });

  it('are at most five, also when six are sent at once', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => send(aPublicKey())));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 200, 409]);
    expect(await list()).toHaveLength(5);
  });

  it('can be replaced by a key that is new, and by one that is there', async () => {
    const [old, other] = [await idOf(aPublicKey('old')), await idOf(aPublicKey('other'))];
    mails.length = 0;
    const line = aPublicKey('new');
    const replaced = await ada.post(`${base}/ssh_keys/${old}/replace`, { ssh_key: line });
    expect(replaced.json()).toMatchObject({ status: 'sent', key: { name: 'new' } });
    expect(mails.map(({ key }) => key)).toEqual([
      `ssh key ${old} removed`,
      `ssh key ${replaced.json().key.id} added`,
    ]);
    await ada.post(`${base}/ssh_keys/${other}/replace`, { ssh_key: line });
    expect((await list()).map(({ name }: { name: string }) => name)).toEqual(['new']);
    expect((await lines()).map(({ action }) => action)).toEqual([
      'ssh_key_add',
      'ssh_key_add',
      'ssh_key_remove',
      'ssh_key_add',
      'ssh_key_remove',
    ]);
  });

  it('stay as they are when a replacement is refused', async () => {
    const id = await idOf(aPublicKey('old'));
    const reply = await ada.post(`${base}/ssh_keys/${id}/replace`, { ssh_key: 'no key' });
    expect([reply.statusCode, reply.json().field]).toEqual([400, 'ssh_key']);
    expect(await list()).toMatchObject([{ id, name: 'old' }]);
  });

  it('can be deleted, once', async () => {
    const id = await idOf(aPublicKey());
    expect((await ada.post(`${base}/ssh_keys/${id}/delete`)).json()).toEqual({ status: 'complete' });
    expect((await ada.post(`${base}/ssh_keys/${id}/delete`)).statusCode).toBe(404);
    expect(await list()).toEqual([]);
  });

  it('are changed by nobody else', async () => {
    const id = await idOf(aPublicKey());
    const bo = await portal.signedIn(await portal.anAccount({ isStaff: true }));
    for (const what of ['replace', 'delete']) {
      const reply = await bo.post(`${base}/ssh_keys/${id}/${what}`, { ssh_key: aPublicKey() });
      expect([what, reply.statusCode]).toEqual([what, 404]);
    }
    expect([(await list()).length, await list(bo)]).toEqual([1, []]);
  });

  it('are not kept when the mail about them cannot be stored (rule 13.62)', async () => {
    refusesMail = true;
    expect((await send(aPublicKey())).statusCode).toBe(500);
    refusesMail = false;
    expect([await list(), await lines()]).toEqual([[], []]);
  });
});

const send = (key: string, caller = ada) => caller.post(`${base}/send_aspera_ssh`, { ssh_key: key });
const list = async (caller = ada) => (await caller.get(`${base}/ssh_keys`)).json().keys;
const idOf = async (key: string): Promise<number> => (await send(key)).json().key.id;
const lines = () =>
  portal.db
    .selectFrom('audit_event')
    .select(['action', 'detail'])
    .where('account_id', '=', adaId)
    .orderBy('id')
    .execute();
