import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import type { ShownPasskey } from '@atrium/contract/wire/passkey';
import type { FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import { record } from '../../audit/index.ts';
import type { Schema } from '../../database/schema.ts';
import { disclosed, route } from '../../http/index.ts';
import type { Account, PortalApi } from '../account.ts';
import { type ConfirmPassword, requirePassword } from '../confirmPassword.ts';
import { endAccess } from '../endAccess.ts';
import { sessionToken } from '../sessionCookie.ts';
import { createSessions } from '../sessions.ts';
import { hasFactor, lockAccount, removeApp, removeFactor } from './factorParts.ts';
import { type NewPart, type Proof, recordAdded } from './factors.ts';
import type { FactorDeps } from './firstStep.ts';
import { replaceRecoveryCodes } from './recoveryCodes.ts';

export interface OwnFactorDeps extends FactorDeps {
  readonly clock: () => Date;
  readonly confirmPassword: ConfirmPassword;
}

const complete = { status: 'complete' as const };

/** The second factor of the caller's account. */
export function registerFactor(api: PortalApi, deps: OwnFactorDeps): void {
  const { db, factors, demand } = deps;

  route(api, accessEndpoints.secondFactor, async ({ account }) => ({
    ...(await factors.statusOf(account.id)),
    isRequired: await demand.isRequired(account),
  }));

  route(api, accessEndpoints.turnOffFactor, async ({ account, body, request }) => {
    await confirmByBoth(deps, { account, request, ...body });
    await db.transaction().execute(async (transaction) => {
      await removeFactor(transaction, account.id);
      await changeSessions(deps, transaction, { account, request, secondFactor: null });
      await record(transaction, { accountId: account.id, action: 'second_factor_off' });
    });
    return complete;
  });

  route(api, accessEndpoints.renewRecoveryCodes, async ({ account, body, request }) => {
    await confirmByBoth(deps, { account, request, ...body });
    return db.transaction().execute(async (transaction) => {
      const recoveryCodes = [...(await replaceRecoveryCodes(transaction, account.id))];
      const line = await record(transaction, { accountId: account.id, action: 'recovery_codes_make' });
      return disclosed({ recoveryCodes }, [line]);
    });
  });

  route(api, accessEndpoints.challenge, async ({ account, request }) =>
    factors.passkeys.challenge({ accountId: account.id, holder: holderOf(request) }),
  );

  registerParts(api, deps);
}

/** The app and the passkeys of which a second factor consists. */
function registerParts(api: PortalApi, deps: OwnFactorDeps): void {
  const { factors } = deps;

  route(api, accessEndpoints.setUpFactor, async ({ account, body, request }) => {
    await confirmLocally(deps, { account, request, ...body });
    return factors.setUp(account);
  });

  route(api, accessEndpoints.turnOnFactor, async ({ account, body, request }) =>
    addPart(deps, { account, request }, { kind: 'app', ...body }),
  );

  route(api, accessEndpoints.removeApp, async ({ account, body, request }) => {
    await confirmLocally(deps, { account, request, ...body });
    return removePart(deps, { account, request }, async (transaction) => {
      if (!(await removeApp(transaction, account.id))) throw new PortalError('not_found', 'You have no app.');
      return { action: 'code_app_remove' };
    });
  });

  route(api, accessEndpoints.newPasskey, async ({ account, body, request }) => {
    await confirmLocally(deps, { account, request, ...body });
    return factors.passkeys.begin(account, holderOf(request));
  });

  route(api, accessEndpoints.addPasskey, async ({ account, body, request }) => {
    const given = { accountId: account.id, holder: holderOf(request), ...body };
    const checked = await factors.passkeys.check(given);
    return addPart(deps, { account, request }, { kind: 'passkey', checked });
  });

  route(api, accessEndpoints.removePasskey, async ({ account, body, params, request }) => {
    await confirmLocally(deps, { account, request, ...body });
    const { passkeyId } = params;
    return removePart(deps, { account, request }, async (transaction) => {
      if (!(await factors.passkeys.remove(transaction, account.id, passkeyId)))
        throw new PortalError('not_found', 'You have no such passkey.');
      return { action: 'passkey_remove', detail: { passkey: passkeyId } };
    });
  });
}

/** The account that changes its second factor, and the session in which it does. */
interface Owner {
  readonly account: Account;
  readonly request: FastifyRequest;
}

async function addPart(deps: OwnFactorDeps, { account, request }: Owner, part: NewPart) {
  return deps.db.transaction().execute(async (transaction) => {
    const added = await deps.factors.add(transaction, account.id, part);
    const secondFactor = part.kind === 'app' ? 'totp' : 'passkey';
    if (added.isFirst) await changeSessions(deps, transaction, { account, request, secondFactor });
    const line = await recordAdded(transaction, account.id, added);
    return disclosed({ recoveryCodes: [...added.recoveryCodes] }, [line]);
  });
}

type RemovedPart =
  | { readonly action: 'code_app_remove' }
  | { readonly action: 'passkey_remove'; readonly detail: { readonly passkey: number } };

/** Removes a part that is not the last one; what else opens the account ends, since somebody may have made it with it. */
async function removePart(
  { db }: OwnFactorDeps,
  { account, request }: Owner,
  remove: (transaction: Transaction<Schema>) => Promise<RemovedPart>,
): Promise<typeof complete> {
  await db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, account.id);
    const removed = await remove(transaction);
    if (!(await hasFactor(transaction, account.id)))
      throw new PortalError(
        'conflict',
        'It is all that your second factor has. Turn the second factor off instead.',
      );
    const ending = { accountId: account.id, keptSession: sessionToken(request), endsTokens: false };
    await endAccess(transaction, { ...ending, keepsSignIns: true });
    await record(transaction, { accountId: account.id, ...removed });
  });
  return complete;
}

interface Confirmed extends Owner {
  readonly password?: string | undefined;
}

/** Confirms by the password; null for an account without one. */
const confirm = (
  { db, confirmPassword }: Pick<OwnFactorDeps, 'db' | 'confirmPassword'>,
  { account, request, password }: Confirmed,
): Promise<string | null> =>
  requirePassword(
    { db, confirmPassword },
    { accountId: account.id, address: request.ip, action: 'second_factor_refused' },
    password,
  );

/** Confirms by the password, and refuses with conflict an account without one. */
async function confirmLocally(deps: OwnFactorDeps, given: Confirmed): Promise<void> {
  if ((await confirm(deps, given)) === null)
    throw new PortalError('conflict', 'This account signs in through a provider and has no password here.');
}

interface ConfirmedByBoth extends Confirmed {
  readonly code?: string | undefined;
  readonly passkey?: ShownPasskey | undefined;
}

/** Confirms by the password first and then by the second factor, so that a wrong password uses up no code. */
async function confirmByBoth(
  deps: OwnFactorDeps,
  { code, passkey, ...given }: ConfirmedByBoth,
): Promise<void> {
  const { account, request } = given;
  const proof = proofOf({ code, passkey, holder: holderOf(request) });
  await confirm(deps, given);
  await deps.factors.take({ accountId: account.id, proof, address: request.ip });
}

function proofOf({
  code,
  passkey,
  holder,
}: Pick<ConfirmedByBoth, 'code' | 'passkey'> & { readonly holder: string }): Proof {
  if (passkey !== undefined && code === undefined) return { kind: 'passkey', passkey, holder };
  if (code === undefined || passkey !== undefined)
    throw fieldRefusal('bad_request', 'code', 'Give a code or a passkey.');
  return { kind: 'code', code };
}

/** The session for which challenges are made. */
function holderOf(request: FastifyRequest): string {
  const token = sessionToken(request);
  if (token === undefined) throw new PortalError('not_signed_in', 'Please sign in.');
  return token;
}

/** Ends what else opens an account, and stores in this one the second factor that was shown. */
async function changeSessions(
  { clock }: Pick<OwnFactorDeps, 'clock'>,
  transaction: Kysely<Schema>,
  { account, request, secondFactor }: Owner & { readonly secondFactor: string | null },
): Promise<void> {
  const keptSession = sessionToken(request);
  await createSessions({ db: transaction, clock }).setSecondFactor(keptSession, secondFactor);
  const isOn = secondFactor !== null;
  const ending = { accountId: account.id, keptSession, endsTokens: false };
  await endAccess(transaction, { ...ending, ...(isOn ? { keepsSignIns: true } : {}) });
}
