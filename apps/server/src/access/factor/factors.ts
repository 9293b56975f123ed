import { PortalError } from '@atrium/contract/errors/errorCode';
import type { ShownPasskey } from '@atrium/contract/wire/passkey';
import {
  type FactorStatus,
  type FactorWay,
  factorWays,
  type SecondStep,
} from '@atrium/contract/wire/secondFactor';
import type { Transaction } from 'kysely';
import { type RecordedLine, record } from '../../audit/index.ts';
import type { Schema } from '../../database/schema.ts';
import { tooManyAttempts } from '../../http/index.ts';
import { type SharedMemory, sharedMemoryHere } from '../../portals/index.ts';
import { createOwnerBackoff } from '../backoff.ts';
import { hasFactor, loadParts, loadStatus, lockAccount } from './factorParts.ts';
import { type CheckedPasskey, createPasskeys, type Passkeys, type PasskeysDeps } from './passkeys.ts';
import { parseRecoveryCode, replaceRecoveryCodes, takeRecoveryCode } from './recoveryCodes.ts';
import { createTotp, type Totp, type TotpDeps } from './totp.ts';
import { notAccepted } from './verifyPasskey.ts';

/** How a person showed a second factor; stored with sessions and tokens. */
export type ShownFactor = 'totp' | 'recovery' | 'passkey';

/** A code of the app or a recovery code, or a passkey that has signed a challenge for `holder`. */
export type Proof =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'passkey'; readonly passkey: ShownPasskey; readonly holder: string };

export interface ProofGiven {
  readonly accountId: number;
  readonly proof: Proof;
  readonly address: string;
}

/** A new part of a second factor: an app, by its first code, or a passkey. */
export type NewPart =
  | { readonly kind: 'app'; readonly code: string }
  | { readonly kind: 'passkey'; readonly checked: CheckedPasskey };

export interface AddedPart {
  /** Whether this turned the second factor on. */
  readonly isFirst: boolean;
  /** Those of a second factor that was just turned on; else none. */
  readonly recoveryCodes: readonly string[];
  /** The id of a passkey; null for an app. */
  readonly passkeyId: number | null;
}

/** The second factor of accounts: codes of an app, passkeys, and recovery codes for both. */
export interface Factors extends Pick<Totp, 'setUp'> {
  readonly passkeys: Passkeys;
  statusOf(accountId: number): Promise<Omit<FactorStatus, 'isRequired'>>;
  /** The ways to do the second step of a sign-in, besides recovery codes. */
  waysOf(accountId: number, step: SecondStep): Promise<readonly FactorWay[]>;
  /** Adds a part within a transaction, and with the first one recovery codes. Refuses with bad_code or bad_passkey. */
  add(db: Transaction<Schema>, accountId: number, part: NewPart): Promise<AddedPart>;
  /**
   * Checks a proof, which cannot be used again. Refuses with bad_code, bad_passkey, or TooManyRequests where somebody
   * guesses codes.
   */
  take(given: ProofGiven): Promise<ShownFactor>;
}

const wrongCode = 'This code is wrong, or was used before.';

type FactorsDeps = TotpDeps &
  PasskeysDeps & {
    /** Where wrong codes are counted; default: in this process. */
    readonly memory?: SharedMemory;
  };

export function createFactors(deps: FactorsDeps): Factors {
  const { db, clock, memory = sharedMemoryHere } = deps;
  const totp = createTotp(deps);
  const passkeys = createPasskeys(deps);
  const guesses = createOwnerBackoff(clock, 'code', memory);
  const refuseCode = async ({ accountId, address }: ProofGiven): Promise<never> => {
    const seconds = await guesses.waitOf(String(accountId));
    const detail = { address, ...(seconds > 0 ? { seconds } : {}) };
    await record(db, { accountId, action: 'second_factor_refused', detail });
    throw new PortalError('bad_code', wrongCode);
  };
  const takeCode = async (given: ProofGiven, code: string): Promise<ShownFactor> => {
    const { accountId } = given;
    // Recovery codes are too long to be guessed, so they never have to wait: the owner can sign in while somebody else guesses.
    const recovery = parseRecoveryCode(code);
    if (recovery !== null)
      return (await takeRecoveryCode(db, accountId, recovery)) ? 'recovery' : refuseCode(given);
    const digits = digitsOf(code);
    if (!/^\d{6}$/.test(digits)) return refuseCode(given);
    const key = String(accountId);
    const wait = await guesses.take(key);
    if (wait > 0) throw tooManyAttempts(wait);
    if (!(await totp.take(accountId, digits))) return refuseCode(given);
    await guesses.forget(key);
    return 'totp';
  };
  const takePasskey = async (
    { accountId, address }: ProofGiven,
    proof: Proof & { readonly kind: 'passkey' },
  ): Promise<ShownFactor> => {
    if (await passkeys.take({ accountId, ...proof })) return 'passkey';
    const detail = { address, isPasskey: true };
    await record(db, { accountId, action: 'second_factor_refused', detail });
    throw notAccepted();
  };

  return {
    setUp: totp.setUp,
    passkeys,
    statusOf: async (accountId) => ({
      ...(await loadStatus(db, accountId)),
      passkeys: [...(await passkeys.list(accountId))],
      offersPasskeys: passkeys.isOffered,
    }),
    waysOf: async (accountId, step) => {
      const has = await loadParts(db, accountId);
      const isOpen = {
        app: step === 'set_up' || has.app !== null,
        passkey: passkeys.isOffered && (step === 'set_up' || has.passkeys.length > 0),
      };
      return factorWays.filter((way) => isOpen[way]);
    },
    add: async (transaction, accountId, part) => {
      await lockAccount(transaction, accountId);
      const isFirst = !(await hasFactor(transaction, accountId));
      const passkeyId = part.kind === 'passkey' ? await passkeys.add(transaction, part.checked) : null;
      if (part.kind === 'app' && !(await totp.confirm(transaction, accountId, digitsOf(part.code))))
        throw new PortalError('bad_code', wrongCode);
      const recoveryCodes = isFirst ? await replaceRecoveryCodes(transaction, accountId) : [];
      return { isFirst, recoveryCodes, passkeyId };
    },
    take: (given) =>
      given.proof.kind === 'code' ? takeCode(given, given.proof.code) : takePasskey(given, given.proof),
  };
}

/** Apps show a code in two groups. */
const digitsOf = (code: string): string => code.replace(/[\s-]/g, '');

/** Records what was added; as the last statement of its transaction. */
export function recordAdded(
  transaction: Transaction<Schema>,
  accountId: number,
  { isFirst, passkeyId }: AddedPart,
): Promise<RecordedLine> {
  const action = isFirst ? 'second_factor_on' : passkeyId === null ? 'code_app_add' : 'passkey_add';
  const detail = passkeyId === null ? {} : { passkey: passkeyId };
  return record(transaction, { accountId, action, detail });
}
