import type { SecondStep } from '@atrium/contract/wire/secondFactor';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { carriesToken } from '../../http/index.ts';
import { hashOfSecret, newSecret, secretForm } from '../secret.ts';
import { cookieNameFor } from '../sessionCookie.ts';
import type { SessionOrigin } from '../sessions.ts';

/** How long a person may take between the steps of a sign-in. */
const pendingMs = 10 * 60 * 1000;

/** Of one account; a new one takes the place of the oldest (rule 8.27). */
const maxPending = 20;

/** A sign-in whose first step is done. */
export interface PendingSignIn extends SessionOrigin {
  readonly accountId: number;
  readonly step: SecondStep;
  /** `digestOf` the password hash that was compared; null for a sign-in through a provider. */
  readonly passwordDigest: string | null;
}

/** Sign-ins between their steps, each bound to one browser; only a hash of its cookie is stored. */
export interface PendingSignIns {
  /** Returns the cookie. */
  begin(given: PendingSignIn): Promise<string>;
  find(token: string | undefined): Promise<PendingSignIn | null>;
  /** False where it no longer exists, so that one sign-in begins only one session. */
  end(token: string | undefined, db?: Kysely<Schema>): Promise<boolean>;
}

/** A password hash is not stored a second time. */
export const digestOf = (passwordHash: string): string => hashOfSecret(passwordHash);

export function createPendingSignIns(db: Kysely<Schema>, clock: () => Date): PendingSignIns {
  return {
    begin: async ({ accountId, step, passwordDigest, provider, idToken }) => {
      const token = newSecret();
      await db.deleteFrom('pending_sign_in').where('expires_at', '<=', clock()).execute();
      const own = db.selectFrom('pending_sign_in').where('account_id', '=', accountId);
      const surplus = own
        .select('token_hash')
        .orderBy('expires_at', 'desc')
        .offset(maxPending - 1);
      await db.deleteFrom('pending_sign_in').where('token_hash', 'in', surplus).execute();
      await db
        .insertInto('pending_sign_in')
        .values({
          token_hash: hashOfSecret(token),
          account_id: accountId,
          step,
          password_digest: passwordDigest,
          provider,
          id_token: idToken,
          expires_at: new Date(clock().getTime() + pendingMs),
        })
        .execute();
      return token;
    },
    find: async (token) => {
      if (!isToken(token)) return null;
      const row = await db
        .selectFrom('pending_sign_in')
        .selectAll()
        .where('token_hash', '=', hashOfSecret(token))
        .where('expires_at', '>', clock())
        .executeTakeFirst();
      if (row === undefined) return null;
      const { account_id: accountId, step, password_digest: passwordDigest, provider, id_token } = row;
      return { accountId, step, passwordDigest, provider, idToken: id_token };
    },
    end: async (token, within = db) => {
      if (!isToken(token)) return false;
      const { numDeletedRows } = await within
        .deleteFrom('pending_sign_in')
        .where('token_hash', '=', hashOfSecret(token))
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

const isToken = (token: string | undefined): token is string => token !== undefined && secretForm.test(token);

const pendingCookie = 'atrium_second_step';

/** Lax, since a provider leads back by a navigation of its site. */
const attributes = (request: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' }) as const;

/** Undefined beside a bearer token: the origin of such a request was not checked. */
export const pendingToken = (request: FastifyRequest): string | undefined =>
  carriesToken(request) ? undefined : request.cookies[cookieNameFor(request, pendingCookie)];

export function setPendingCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const maxAge = pendingMs / 1000;
  reply.setCookie(cookieNameFor(request, pendingCookie), token, { ...attributes(request), maxAge });
}

/** Does nothing where the browser has none. */
export function clearPendingCookie(request: FastifyRequest, reply: FastifyReply): void {
  const name = cookieNameFor(request, pendingCookie);
  if (request.cookies[name] !== undefined) reply.clearCookie(name, attributes(request));
}
