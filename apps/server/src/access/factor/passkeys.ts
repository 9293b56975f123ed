import { PortalError } from '@atrium/contract/errors/errorCode';
import {
  type MadePasskey,
  type Passkey,
  type PasskeyCreation,
  type PasskeyRequest,
  passkeyTransports,
  type ShownPasskey,
} from '@atrium/contract/wire/passkey';
import type { Insertable, Kysely } from 'kysely';
import type { PasskeyTable } from '../../database/accessTables.ts';
import type { Schema } from '../../database/schema.ts';
import type { Account } from '../account.ts';
import { newSecret } from '../secret.ts';
import { type ChallengeHolder, challengeMs, createChallenges } from './challenges.ts';
import {
  algorithms,
  challengeOf,
  notAccepted,
  type PasskeySite,
  verifyMade,
  verifyShown,
} from './verifyPasskey.ts';

export interface PasskeysDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
  /** Null where the site takes no passkeys. */
  readonly passkeySite: PasskeySite | null;
  /** The name that browsers show for the site. */
  readonly siteTitle: string;
}

/** Who makes or shows a passkey: an account in one session or pending sign-in. */
export interface PasskeyHolder {
  readonly accountId: number;
  /** The cookie of the session or of the pending sign-in. */
  readonly holder: string;
}

export interface NewPasskey extends PasskeyHolder {
  readonly name: string;
  readonly passkey: MadePasskey;
}

/** A passkey that was just made, as it is stored. */
export type CheckedPasskey = Omit<Insertable<PasskeyTable>, 'created_at'>;

/** Passkeys of accounts (WebAuthn, with user verification and without attestation). */
export interface Passkeys {
  readonly isOffered: boolean;
  list(accountId: number): Promise<readonly Passkey[]>;
  /** Begins to make one; refuses with conflict where the site takes none, or the account has too many. */
  begin(account: Account, holder: string): Promise<PasskeyCreation>;
  /** Checks that one answers `begin`; refuses with bad_passkey. */
  check(given: NewPasskey): Promise<CheckedPasskey>;
  /** Stores it and returns its id; refuses with bad_passkey one that is stored already. */
  add(db: Kysely<Schema>, checked: CheckedPasskey): Promise<number>;
  /** A challenge for the account's passkeys; refuses with conflict where it has none that the site takes. */
  challenge(given: PasskeyHolder): Promise<PasskeyRequest>;
  /** Takes an answer to `challenge`; false where it is none, also for a counter that has not grown. */
  take(given: PasskeyHolder & { readonly passkey: ShownPasskey }): Promise<boolean>;
  /** Removes one of this account; false where it has none of this id. */
  remove(db: Kysely<Schema>, accountId: number, passkeyId: number): Promise<boolean>;
}

const maxPasskeys = 20;

export function createPasskeys({ db, clock, passkeySite, siteTitle }: PasskeysDeps): Passkeys {
  const challenges = createChallenges(db, clock);
  const requireSite = (): PasskeySite => {
    if (passkeySite === null) throw new PortalError('conflict', 'This site takes no passkeys.');
    return passkeySite;
  };
  /**
   * Uses up the challenge of an answer, even if the answer turns out to be wrong; null where the challenge is not
   * valid.
   */
  const takeChallenge = async (
    { response }: MadePasskey | ShownPasskey,
    given: ChallengeHolder,
  ): Promise<string | null> => {
    const challenge = challengeOf(response.clientDataJSON);
    return challenge !== null && (await challenges.take(challenge, given)) ? challenge : null;
  };

  return {
    isOffered: passkeySite !== null,
    list: (accountId) => list(db, accountId),
    begin: async (account, holder) => {
      const { rpId } = requireSite();
      const excludeCredentials = await describe(db, account.id);
      if (excludeCredentials.length >= maxPasskeys)
        throw new PortalError(
          'conflict',
          `An account has at most ${maxPasskeys} passkeys. Remove some first.`,
        );
      const challenge = await challenges.make({ accountId: account.id, purpose: 'add', holder });
      return { ...creationFor(account), challenge, rp: { id: rpId, name: siteTitle }, excludeCredentials };
    },
    check: async ({ accountId, holder, name, passkey }) => {
      const site = requireSite();
      const challenge = await takeChallenge(passkey, { accountId, purpose: 'add', holder });
      if (challenge === null) throw notAccepted();
      const made = await verifyMade(passkey, { site, challenge });
      return {
        account_id: accountId,
        credential_id: made.id,
        public_key: Buffer.from(made.publicKey).toString('base64url'),
        counter: made.counter,
        transports: known(passkey.response.transports),
        name,
      };
    },
    add: (transaction, checked) => insertPasskey(transaction, { ...checked, created_at: clock() }),
    challenge: async ({ accountId, holder }) => {
      const { rpId } = requireSite();
      const allowCredentials = await describe(db, accountId);
      if (allowCredentials.length === 0) throw new PortalError('conflict', 'This account has no passkey.');
      const challenge = await challenges.make({ accountId, purpose: 'show', holder });
      return { challenge, rpId, timeout: challengeMs, allowCredentials, userVerification: 'required' };
    },
    take: async ({ accountId, holder, passkey }) => {
      if (passkeySite === null) return false;
      const challenge = await takeChallenge(passkey, { accountId, purpose: 'show', holder });
      if (challenge === null) return false;
      const row = await findPasskey(db, accountId, passkey.id);
      if (row === undefined) return false;
      const counter = await verifyShown(passkey, { site: passkeySite, challenge, row });
      if (counter === null) return false;
      return advanceCounter(db, row, { counter, last_used_at: clock() });
    },
    remove: removePasskey,
  };
}

/** What a browser is told about the passkey that it makes, but for the site and the challenge. */
const creationFor = (account: Account): Omit<PasskeyCreation, 'challenge' | 'rp' | 'excludeCredentials'> => ({
  user: { id: newSecret(), name: account.username, displayName: account.fullName },
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  timeout: challengeMs,
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  attestation: 'none',
});

async function insertPasskey(db: Kysely<Schema>, row: Insertable<PasskeyTable>): Promise<number> {
  const inserted = await db
    .insertInto('passkey')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) throw new PortalError('bad_passkey', 'This passkey is in use already.');
  return inserted.id;
}

const findPasskey = (db: Kysely<Schema>, accountId: number, credentialId: string) =>
  db
    .selectFrom('passkey')
    .select(['id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', credentialId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();

/** Of two answers with one counter, one changes the row. */
async function advanceCounter(
  db: Kysely<Schema>,
  before: { readonly id: number; readonly counter: number },
  after: { readonly counter: number; readonly last_used_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set(after)
    .where('id', '=', before.id)
    .where('counter', '=', before.counter)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function removePasskey(db: Kysely<Schema>, accountId: number, passkeyId: number): Promise<boolean> {
  const ofOwner = db.deleteFrom('passkey').where('account_id', '=', accountId);
  const { numDeletedRows } = await ofOwner.where('id', '=', passkeyId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Browsers may name transports that are not known here. They find the passkey without those. */
const known = (transports: readonly string[]) =>
  passkeyTransports.filter((transport) => transports.includes(transport));

async function list(db: Kysely<Schema>, accountId: number): Promise<readonly Passkey[]> {
  const rows = await db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }));
}

/** The passkeys of an account, as browsers find them. */
async function describe(db: Kysely<Schema>, accountId: number): Promise<PasskeyRequest['allowCredentials']> {
  const rows = await db
    .selectFrom('passkey')
    .select(['credential_id', 'transports'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.credential_id,
    type: 'public-key',
    transports: known(row.transports),
  }));
}
