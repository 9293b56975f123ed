import { accessEndpoints, PortalError } from '@atrium/contract';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { record } from '../../audit/index.ts';
import type { Schema } from '../../database/schema.ts';
import { route } from '../../http/index.ts';
import type { Account, PortalApi } from '../account.ts';
import { accountColumns, readAccount } from '../accounts.ts';
import { type ConfirmPassword, requirePassword } from '../confirmPassword.ts';
import { sessionToken } from '../sessionCookie.ts';
import { createSessions, type SessionLife } from '../sessions.ts';
import { removeFactor } from './factors.ts';
import { beginSession, type FactorDeps, type Recognised } from './firstStep.ts';
import { digestOf, type PendingSignIn, pendingToken } from './pendingSignIns.ts';
import { replaceRecoveryCodes } from './recoveryCodes.ts';

export interface FactorRoutesDeps extends FactorDeps {
  readonly clock: () => Date;
  readonly confirmPassword: ConfirmPassword;
}

type CurrentUser = z.output<typeof accessEndpoints.currentUser.reply>;

/** The second step of a sign-in: a code, or the set-up that the site requires. */
export function registerSecondStep(
  api: PortalApi,
  deps: FactorDeps & {
    readonly present: (account: Account, life: SessionLife | null) => CurrentUser;
  },
): void {
  const { db, factors, pending, sessions, present } = deps;

  route(api, accessEndpoints.giveCode, async ({ body, request, reply }) => {
    const { waiting, recognised } = await requirePending(deps, request, 'code');
    request.accountKey = String(waiting.accountId);
    const given = { accountId: waiting.accountId, code: body.code, address: request.ip };
    const secondFactor = await factors.take(given);
    if (!(await pending.end(pendingToken(request)))) throw tooLate();
    const token = await beginSession(deps, { ...recognised, secondFactor }, { request, reply });
    return present(recognised.account, await sessions.renew(token));
  });

  route(api, accessEndpoints.setUpAtSignIn, async ({ request }) => {
    const { recognised } = await requirePending(deps, request, 'set_up');
    return factors.setUp(recognised.account);
  });

  route(api, accessEndpoints.turnOnAtSignIn, async ({ body, request, reply }) => {
    const { recognised } = await requirePending(deps, request, 'set_up');
    const { id } = recognised.account;
    const recoveryCodes = await db.transaction().execute(async (transaction) => {
      const codes = await factors.turnOn(transaction, id, body.code);
      if (!(await pending.end(pendingToken(request), transaction))) throw tooLate();
      await createSessions({ db: transaction, clock: api.clock }).endAll(id);
      await record(transaction, { accountId: id, action: 'second_factor_on' });
      return codes;
    });
    await beginSession(deps, { ...recognised, secondFactor: 'totp' }, { request, reply });
    return { recoveryCodes: [...recoveryCodes] };
  });
}

const tooLate = (): PortalError =>
  new PortalError(
    'bad_credentials',
    'The log-in took too long, or its account has changed. Please begin again.',
  );

/** The sign-in that this browser has begun, if its account still has the password and may sign in. */
async function requirePending(
  { db, pending }: Pick<FactorDeps, 'db' | 'pending'>,
  request: FastifyRequest,
  step: PendingSignIn['step'],
): Promise<{ readonly waiting: PendingSignIn; readonly recognised: Recognised }> {
  const waiting = await pending.find(pendingToken(request));
  if (waiting === null || waiting.step !== step) throw tooLate();
  const row = await db
    .selectFrom('account')
    .select([...accountColumns, 'account.password_hash'])
    .where('id', '=', waiting.accountId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw tooLate();
  const { provider, idToken, passwordDigest } = waiting;
  const account = readAccount(row);
  if (passwordDigest === null)
    return { waiting, recognised: { account, passwordHash: null, provider, idToken } };
  const passwordHash = row.password_hash;
  if (passwordHash === null || digestOf(passwordHash) !== passwordDigest) throw tooLate();
  return { waiting, recognised: { account, passwordHash, provider, idToken } };
}

/** The second factor of the account itself. */
export function registerFactor(api: PortalApi, deps: FactorRoutesDeps): void {
  const { db, clock, factors, demand } = deps;

  route(api, accessEndpoints.secondFactor, async ({ account }) => ({
    ...(await factors.statusOf(account.id)),
    isRequired: await demand.isRequired(account),
  }));

  route(api, accessEndpoints.setUpFactor, async ({ account, body, request }) => {
    const hash = await confirm(deps, { account, request, password: body.password });
    if (hash === null)
      throw new PortalError('conflict', 'This account signs in through a provider and has no password here.');
    return factors.setUp(account);
  });

  route(api, accessEndpoints.turnOnFactor, async ({ account, body, request }) => {
    const recoveryCodes = await db.transaction().execute(async (transaction) => {
      const codes = await factors.turnOn(transaction, account.id, body.code);
      await changeSessions({ db: transaction, clock }, { account, request, secondFactor: 'totp' });
      await record(transaction, { accountId: account.id, action: 'second_factor_on' });
      return codes;
    });
    return { recoveryCodes: [...recoveryCodes] };
  });

  route(api, accessEndpoints.turnOffFactor, async ({ account, body, request }) => {
    await confirmWithCode(deps, { account, request, ...body });
    await db.transaction().execute(async (transaction) => {
      await removeFactor(transaction, account.id);
      await changeSessions({ db: transaction, clock }, { account, request, secondFactor: null });
      await record(transaction, { accountId: account.id, action: 'second_factor_off' });
    });
    return { status: 'complete' as const };
  });

  route(api, accessEndpoints.renewRecoveryCodes, async ({ account, body, request }) => {
    await confirmWithCode(deps, { account, request, ...body });
    const recoveryCodes = await db.transaction().execute(async (transaction) => {
      const codes = await replaceRecoveryCodes(transaction, account.id);
      await record(transaction, { accountId: account.id, action: 'recovery_codes_make' });
      return codes;
    });
    return { recoveryCodes: [...recoveryCodes] };
  });
}

/** Who asks for a change of the second factor, and with what password. */
interface Confirmed {
  readonly account: Account;
  readonly request: FastifyRequest;
  readonly password?: string | undefined;
}

const confirm = (
  { db, confirmPassword }: Pick<FactorRoutesDeps, 'db' | 'confirmPassword'>,
  { account, request, password }: Confirmed,
): Promise<string | null> =>
  requirePassword(
    { db, confirmPassword },
    { accountId: account.id, address: request.ip, action: 'second_factor_refused' },
    password,
  );

/** The password first: a wrong one uses up no code. */
async function confirmWithCode(
  deps: FactorRoutesDeps,
  { code, ...given }: Confirmed & { readonly code: string },
): Promise<void> {
  await confirm(deps, given);
  await deps.factors.take({ accountId: given.account.id, code, address: given.request.ip });
}

/** Ends the other sessions of an account, and keeps in this one what stands behind it now. */
async function changeSessions(
  { db, clock }: { readonly db: Kysely<Schema>; readonly clock: () => Date },
  { account, request, secondFactor }: Omit<Confirmed, 'password'> & { readonly secondFactor: string | null },
): Promise<void> {
  const own = createSessions({ db, clock });
  await own.setSecondFactor(sessionToken(request), secondFactor);
  await own.endAll(account.id, sessionToken(request));
}
