import type { SecondStep } from '@atrium/contract/wire/secondFactor';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { type RecordedLine, record } from '../../audit/index.ts';
import type { Schema } from '../../database/schema.ts';
import type { Account } from '../account.ts';
import { clearSessionCookie, sessionStart, sessionToken, setSessionCookie } from '../sessionCookie.ts';
import type { SessionOrigin, Sessions } from '../sessions.ts';
import type { Demand } from './demand.ts';
import { hasFactor } from './factorParts.ts';
import type { Factors } from './factors.ts';
import { clearPendingCookie, digestOf, type PendingSignIns, setPendingCookie } from './pendingSignIns.ts';

/** The parts that the second factor needs; made once. */
export interface FactorDeps {
  readonly db: Kysely<Schema>;
  readonly sessions: Sessions;
  readonly factors: Factors;
  readonly pending: PendingSignIns;
  readonly demand: Demand;
}

/** A person whose password was right, or who signed in at a provider. */
export interface Recognised extends SessionOrigin {
  readonly account: Account;
  /** The hash that the password was compared with; null for a sign-in through a provider. */
  readonly passwordHash: string | null;
}

export type AfterFirstStep = { readonly line: RecordedLine } & (
  | { readonly kind: 'signedIn'; readonly token: string }
  | { readonly kind: 'waits'; readonly step: SecondStep }
);

/** Begins the session of a person who was recognised, or the second step of the sign-in where there is one. */
export async function passFirstStep(
  deps: FactorDeps,
  given: Recognised,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<AfterFirstStep> {
  const { account, passwordHash, provider, idToken } = given;
  const secondFactor = deps.demand.factorOfProvider(provider);
  const step = secondFactor === null ? await secondStepOf(deps, account) : null;
  if (step !== null) {
    await deps.sessions.end(sessionToken(request));
    clearSessionCookie(request, reply);
    const passwordDigest = passwordHash === null ? null : digestOf(passwordHash);
    const waiting = { accountId: account.id, step, passwordDigest, provider, idToken };
    setPendingCookie(request, reply, await deps.pending.begin(waiting));
    const detail = { step, address: request.ip };
    const line = await record(deps.db, { accountId: account.id, action: 'second_factor_asked', detail });
    return { kind: 'waits', step, line };
  }
  return {
    kind: 'signedIn',
    ...(await beginSession(deps, { ...given, secondFactor }, { request, reply })),
  };
}

async function secondStepOf({ db, demand }: FactorDeps, account: Account): Promise<SecondStep | null> {
  if (await hasFactor(db, account.id)) return 'show';
  return (await demand.isRequired(account)) ? 'set_up' : null;
}

/** Begins the session of a person who has passed every step. */
export async function beginSession(
  { db, sessions }: Pick<FactorDeps, 'db' | 'sessions'>,
  {
    account,
    passwordHash,
    provider,
    idToken,
    secondFactor,
  }: Recognised & { readonly secondFactor: string | null },
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<{ readonly token: string; readonly line: RecordedLine }> {
  const start = {
    ...sessionStart(request, { provider, idToken }),
    ...(passwordHash === null ? {} : { passwordHash }),
    secondFactor,
  };
  const token = await sessions.begin(account.id, sessionToken(request), start);
  const isOurs = secondFactor !== null && !secondFactor.startsWith('provider ');
  const how = { ...(provider === null ? {} : { provider }), ...(isOurs ? { secondFactor } : {}) };
  const line = await record(db, { accountId: account.id, action: 'sign_in', detail: how });
  setSessionCookie(request, reply, token);
  clearPendingCookie(request, reply);
  return { token, line };
}
