import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { disclosed, route } from '../../http/index.ts';
import type { Account, PortalApi } from '../account.ts';
import { accountColumns, decodeAccount } from '../accounts.ts';
import { endAccess } from '../endAccess.ts';
import type { SessionLife } from '../sessions.ts';
import { hasFactor } from './factorParts.ts';
import { type NewPart, type Proof, recordAdded } from './factors.ts';
import { beginSession, type FactorDeps, type Recognised } from './firstStep.ts';
import { digestOf, type PendingSignIn, pendingToken } from './pendingSignIns.ts';

type CurrentUser = z.output<typeof accessEndpoints.currentUser.reply>;

interface SecondStepDeps extends FactorDeps {
  readonly clock: () => Date;
  readonly present: (account: Account, life: SessionLife | null) => CurrentUser;
}

/** A call of a browser, whose answer sets cookies. */
interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The second step of a sign-in: the second factor, or the set-up of one that the site requires. */
export function registerSecondStep(api: PortalApi, deps: SecondStepDeps): void {
  const { factors } = deps;

  route(api, accessEndpoints.giveCode, async ({ body, request, reply }) => {
    const begun = await requirePending(deps, request, 'show');
    return showAtSignIn(deps, { ...begun, proof: { kind: 'code', ...body } }, { request, reply });
  });

  route(api, accessEndpoints.challengeAtSignIn, async ({ request }) => {
    const { waiting, holder } = await requirePending(deps, request, 'show');
    return factors.passkeys.challenge({ accountId: waiting.accountId, holder });
  });

  route(api, accessEndpoints.givePasskey, async ({ body, request, reply }) => {
    const begun = await requirePending(deps, request, 'show');
    const proof = { kind: 'passkey', holder: begun.holder, ...body } as const;
    return showAtSignIn(deps, { ...begun, proof }, { request, reply });
  });

  route(api, accessEndpoints.setUpAtSignIn, async ({ request }) => {
    const { recognised } = await requirePending(deps, request, 'set_up');
    return factors.setUp(recognised.account);
  });

  route(api, accessEndpoints.turnOnAtSignIn, async ({ body, request, reply }) => {
    const begun = await requirePending(deps, request, 'set_up');
    return turnOnAtSignIn(deps, { ...begun, part: { kind: 'app', ...body } }, { request, reply });
  });

  route(api, accessEndpoints.newPasskeyAtSignIn, async ({ request }) => {
    const { recognised, holder } = await requirePending(deps, request, 'set_up');
    return factors.passkeys.begin(recognised.account, holder);
  });

  route(api, accessEndpoints.addPasskeyAtSignIn, async ({ body, request, reply }) => {
    const begun = await requirePending(deps, request, 'set_up');
    const { accountId } = begun.waiting;
    const checked = await factors.passkeys.check({ accountId, holder: begun.holder, ...body });
    return turnOnAtSignIn(deps, { ...begun, part: { kind: 'passkey', checked } }, { request, reply });
  });
}

async function showAtSignIn(
  deps: SecondStepDeps,
  { waiting, recognised, proof }: Begun & { readonly proof: Proof },
  { request, reply }: Call,
) {
  const { accountId } = waiting;
  request.accountKey = String(accountId);
  const secondFactor = await deps.factors.take({ accountId, proof, address: request.ip });
  if (!(await deps.pending.end(pendingToken(request)))) throw tooLate();
  const { token, line } = await beginSession(deps, { ...recognised, secondFactor }, { request, reply });
  return disclosed(deps.present(recognised.account, await deps.sessions.renew(token)), [line]);
}

async function turnOnAtSignIn(
  deps: SecondStepDeps,
  { recognised, part }: Begun & { readonly part: NewPart },
  { request, reply }: Call,
) {
  const { id } = recognised.account;
  const recoveryCodes = await deps.db.transaction().execute(async (transaction) => {
    const added = await deps.factors.add(transaction, id, part);
    // A person who has shown the password only may turn a second factor on, but may not add to one that is on.
    if (!added.isFirst) throw alreadyOn();
    if (!(await deps.pending.end(pendingToken(request), transaction))) throw tooLate();
    await endAccess(transaction, { accountId: id, endsTokens: false, keepsSignIns: true });
    await recordAdded(transaction, id, added);
    return added.recoveryCodes;
  });
  const secondFactor = part.kind === 'app' ? 'totp' : 'passkey';
  const { line } = await beginSession(deps, { ...recognised, secondFactor }, { request, reply });
  return disclosed({ recoveryCodes: [...recoveryCodes] }, [line]);
}

const alreadyOn = (): PortalError => new PortalError('conflict', 'The second factor is on already.');

const tooLate = (): PortalError =>
  new PortalError(
    'bad_credentials',
    'The log-in took too long, or its account has changed. Please begin again.',
  );

/** A sign-in that this browser has begun. */
interface Begun {
  readonly waiting: PendingSignIn;
  readonly recognised: Recognised;
  /** The cookie of the browser, for which challenges are made. */
  readonly holder: string;
}

/** Refuses unless the account still has the password and may sign in, and a set-up once the second factor is on. */
async function requirePending(
  { db, pending }: Pick<FactorDeps, 'db' | 'pending'>,
  request: FastifyRequest,
  step: PendingSignIn['step'],
): Promise<Begun> {
  const holder = pendingToken(request);
  const waiting = await pending.find(holder);
  if (holder === undefined || waiting === null || waiting.step !== step) throw tooLate();
  if (step === 'set_up' && (await hasFactor(db, waiting.accountId))) throw alreadyOn();
  const row = await db
    .selectFrom('account')
    .select([...accountColumns, 'account.password_hash'])
    .where('id', '=', waiting.accountId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw tooLate();
  const { provider, idToken, passwordDigest } = waiting;
  const account = decodeAccount(row);
  if (passwordDigest === null)
    return { waiting, holder, recognised: { account, passwordHash: null, provider, idToken } };
  const passwordHash = row.password_hash;
  if (passwordHash === null || digestOf(passwordHash) !== passwordDigest) throw tooLate();
  return { waiting, holder, recognised: { account, passwordHash, provider, idToken } };
}
