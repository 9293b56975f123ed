import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { hashOfSecret, newSecret, secretForm } from '../secret.ts';
import type { Proof } from './provider.ts';

/** How long a person may take at the provider. */
export const attemptMs = 10 * 60 * 1000;

export interface NewAttempt {
  readonly provider: string;
  readonly returnTo: string;
  /** The cookie that the browser has from another attempt. */
  readonly browser: string | undefined;
}

export interface BegunAttempt {
  readonly proof: Proof;
  /** The cookie that the browser keeps until it comes back. */
  readonly browser: string;
}

export interface TakenAttempt {
  readonly proof: Proof;
  readonly returnTo: string;
}

/** Sign-ins under way at providers; each is taken once, by the browser that began it. */
export interface Attempts {
  begin(given: NewAttempt): Promise<BegunAttempt>;
  /** Undefined for an attempt that is unknown, expired, taken before, or another browser's. */
  take(given: {
    readonly provider: string;
    readonly state: string | undefined;
    readonly browser: string | undefined;
  }): Promise<TakenAttempt | undefined>;
}

export function createAttempts(db: Kysely<Schema>, clock: () => Date): Attempts {
  return {
    begin: async ({ provider, returnTo, browser: held }) => {
      const browser = held !== undefined && secretForm.test(held) ? held : newSecret();
      const proof = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() };
      await db.deleteFrom('sign_in_attempt').where('expires_at', '<=', clock()).execute();
      await db
        .insertInto('sign_in_attempt')
        .values({
          state_hash: hashOfSecret(proof.state),
          browser_hash: hashOfSecret(browser),
          provider,
          nonce: proof.nonce,
          code_verifier: proof.codeVerifier,
          return_to: returnTo,
          expires_at: new Date(clock().getTime() + attemptMs),
        })
        .execute();
      return { proof, browser };
    },
    take: async ({ provider, state, browser }) => {
      if (state === undefined || browser === undefined) return undefined;
      const row = await db
        .deleteFrom('sign_in_attempt')
        .where('state_hash', '=', hashOfSecret(state))
        .where('browser_hash', '=', hashOfSecret(browser))
        .where('provider', '=', provider)
        .where('expires_at', '>', clock())
        .returning(['nonce', 'code_verifier', 'return_to'])
        .executeTakeFirst();
      if (row === undefined) return undefined;
      return { proof: { state, nonce: row.nonce, codeVerifier: row.code_verifier }, returnTo: row.return_to };
    },
  };
}
