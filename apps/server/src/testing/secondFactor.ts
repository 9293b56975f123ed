import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { Secret, TOTP } from 'otpauth';
import { z } from 'zod';
import type { Account } from '../access/index.ts';
import { type Caller, createCaller } from './caller.ts';
import { testPassword } from './factories.ts';
import { createSoftAuthenticator } from './softAuthenticator.ts';
import type { TestApp } from './testApp.ts';

const made = z.object({ secret: z.string(), uri: z.string() });
const codes = z.object({ recovery_codes: z.array(z.string()) });

/** The code of an app at the time of the portal's clock, or so many periods later. */
export const codeOf = ({ clock }: Pick<TestApp, 'clock'>, secret: string, periods = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: clock.now().getTime() + periods * 30_000,
  });

/** The cookie that a reply sets under this name, as a browser would send it back; empty where it sets none. */
export function cookieOf(reply: { readonly headers: Record<string, unknown> }, name: string): string {
  const set = [reply.headers['set-cookie'] ?? []].flat().map(String);
  return set.find((one) => one.startsWith(`${name}=`))?.split(';', 1)[0] ?? '';
}

export interface WithFactor {
  readonly account: Account;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The session in which the second factor was turned on. */
  readonly caller: Caller;
}

/** An account that has turned its second factor on; the clock then moves on, so that the next code is another one. */
export async function anAccountWithFactor(
  portal: TestApp,
  given: Account | null = null,
): Promise<WithFactor> {
  const account = given ?? (await portal.anAccount());
  const caller = await portal.signedIn(account);
  const setUp = await caller.post('auth/second_factor/set_up', { password: testPassword });
  const { secret } = made.parse(setUp.json());
  const turnedOn = await caller.post('auth/second_factor/turn_on', { code: codeOf(portal, secret) });
  portal.clock.advance(1);
  return { account, secret, recoveryCodes: codes.parse(turnedOn.json()).recovery_codes, caller };
}

/** The first step of a sign-in; `waiting` has the cookie of the second one. */
export async function firstStep(portal: TestApp, { username }: Pick<Account, 'username'>) {
  const reply = await portal.anonymous.post('auth/login', { username, password: testPassword });
  return { reply, waiting: createCaller(portal.app, cookieOf(reply, 'atrium_second_step')) };
}

/** The public address of a portal that takes passkeys. */
export const passkeyOrigin = 'https://portal.example.org';

/** An account whose second factor is a passkey, and nothing else. */
export async function anAccountWithPasskey(portal: TestApp, given: Account | null = null) {
  const account = given ?? (await portal.anAccount());
  const caller = await portal.signedIn(account);
  const authenticator = createSoftAuthenticator(passkeyOrigin);
  const begun = await caller.post('auth/second_factor/passkeys/challenge', { password: testPassword });
  const creation = accessEndpoints.newPasskey.reply.parse(begun.json());
  const body = { name: 'Blue key', passkey: authenticator.make(creation) };
  const added = await caller.post('auth/second_factor/passkeys', body);
  return { account, caller, authenticator, recoveryCodes: codes.parse(added.json()).recovery_codes };
}
