import { PortalError } from '@atrium/contract/errors/errorCode';
import { maxSshKeys, type SshKey } from '@atrium/contract/wire/sshKey';
import type { Kysely, Selectable } from 'kysely';
import { record } from '../audit/index.ts';
import type { Schema, SshKeyTable } from '../database/index.ts';
import {
  type MailCause,
  type MailQueue,
  sshKeyAdded,
  sshKeyForOperators,
  sshKeyRemoved,
} from '../mail/index.ts';
import type { PublicKey } from './parseSshKey.ts';

export interface SshKeyDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
  readonly mails: MailQueue;
  /** The address of the transfer server's operators; empty: no mail. */
  readonly operators: string;
}

type Row = Selectable<SshKeyTable>;

/** The keys of an account, the latest first. */
export async function listSshKeys({ db }: Pick<SshKeyDeps, 'db'>, accountId: number): Promise<SshKey[]> {
  const rows = await ofAccount(db, accountId).orderBy('id', 'desc').execute();
  return rows.map(present);
}

/**
 * Keeps a key for an account; one that it has already stays as it is (rule 13.61).
 * @throws PortalError 'conflict' where the account has as many as it may
 */
export function addSshKey(deps: SshKeyDeps, accountId: number, key: PublicKey): Promise<SshKey> {
  return changeKeys(deps, accountId, async (held) => {
    const same = held.find(({ fingerprint }) => fingerprint === key.fingerprint);
    if (same !== undefined) return { kept: same };
    if (held.length >= maxSshKeys)
      throw new PortalError(
        'conflict',
        `You have ${maxSshKeys} keys, which is the most. Delete or replace one first.`,
      );
    return { added: key };
  });
}

/** Replaces a key of the account by another one; both changes are made, or none. */
export function replaceSshKey(
  deps: SshKeyDeps,
  accountId: number,
  { keyId, key }: { readonly keyId: number; readonly key: PublicKey },
): Promise<SshKey> {
  return changeKeys(deps, accountId, async (held) => {
    const old = requireKey(held, keyId);
    const same = held.find(({ fingerprint }) => fingerprint === key.fingerprint);
    if (same === undefined) return { removed: old, added: key };
    return same.id === old.id ? { kept: same } : { removed: old, kept: same };
  });
}

/** Deletes a key of the account; one of another account is not found. */
export async function deleteSshKey(deps: SshKeyDeps, accountId: number, keyId: number): Promise<void> {
  await changeKeys(deps, accountId, async (held) => {
    const removed = requireKey(held, keyId);
    return { removed, kept: removed };
  });
}

export async function requireOwnKey(
  { db }: Pick<SshKeyDeps, 'db'>,
  accountId: number,
  keyId: number,
): Promise<void> {
  requireKey(await ofAccount(db, accountId).execute(), keyId);
}

/** A change of an account's keys. The reply shows the key that was added, else the one that is kept. */
type Change = { readonly removed?: Row } & ({ readonly added: PublicKey } | { readonly kept: Row });

/** One change at a time for each account; mail and audit are stored with it. */
function changeKeys(
  { db, clock, mails, operators }: SshKeyDeps,
  accountId: number,
  planChange: (held: readonly Row[]) => Promise<Change>,
): Promise<SshKey> {
  return db.transaction().execute(async (transaction) => {
    const { username } = await transaction
      .selectFrom('account')
      .select('username')
      .where('id', '=', accountId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const tellOperators = async (row: Row, isNew: boolean): Promise<void> => {
      if (operators === '') return;
      const key = { ...row, accountId };
      const publicKey = row.public_key;
      const mail = sshKeyForOperators({ key, isNew, publicKey, username, address: operators });
      await mails.enqueue(transaction, mail, causeOf(isNew));
    };
    // Nobody has to wait before they may take a key away.
    const causeOf = (isNew: boolean): MailCause => ({
      ...(isNew ? { by: accountId } : {}),
      isSecurity: true,
    });
    const change = await planChange(await ofAccount(transaction, accountId).execute());
    const { removed } = change;
    if (removed !== undefined) {
      await transaction.deleteFrom('ssh_key').where('id', '=', removed.id).execute();
      await mails.enqueue(transaction, sshKeyRemoved({ ...removed, accountId }), causeOf(false));
      await tellOperators(removed, false);
    }
    const added =
      'added' in change
        ? await insert(transaction, accountId, { key: change.added, at: clock() })
        : undefined;
    if (added !== undefined) {
      await mails.enqueue(transaction, sshKeyAdded({ ...added, accountId }), causeOf(true));
      await tellOperators(added, true);
    }
    // Lines of the audit come last: they lock its head until the commit.
    if (removed !== undefined) await tell(transaction, { accountId, action: 'ssh_key_remove' }, removed);
    if (added !== undefined) await tell(transaction, { accountId, action: 'ssh_key_add' }, added);
    if ('kept' in change) return present(change.kept);
    return present(added ?? unknownKey());
  });
}

const insert = (
  transaction: Kysely<Schema>,
  accountId: number,
  { key, at }: { readonly key: PublicKey; readonly at: Date },
): Promise<Row> =>
  transaction
    .insertInto('ssh_key')
    .values({
      account_id: accountId,
      name: key.comment || nameless(key),
      type: key.type,
      bits: key.bits,
      fingerprint: key.fingerprint,
      public_key: key.text,
      added_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

const nameless = ({ type, bits }: PublicKey): string =>
  ({ rsa: `RSA key of ${bits} bits`, ecdsa: `ECDSA key of ${bits} bits`, ed25519: 'Ed25519 key' })[type];

const tell = (
  transaction: Kysely<Schema>,
  { accountId, action }: { readonly accountId: number; readonly action: 'ssh_key_add' | 'ssh_key_remove' },
  { id, fingerprint }: Row,
): Promise<unknown> => record(transaction, { accountId, action, detail: { key: id, fingerprint } });

const ofAccount = (db: Kysely<Schema>, accountId: number) =>
  db.selectFrom('ssh_key').selectAll().where('account_id', '=', accountId);

function requireKey(held: readonly Row[], keyId: number): Row {
  const key = held.find(({ id }) => id === keyId);
  if (key === undefined) throw unknownKey();
  return key;
}

const unknownKey = (): never => {
  throw new PortalError('not_found', 'You have no such key.');
};

const present = (row: Row): SshKey => ({
  id: row.id,
  name: row.name,
  type: row.type,
  bits: row.bits,
  fingerprint: row.fingerprint,
  addedAt: row.added_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});
