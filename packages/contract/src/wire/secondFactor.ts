import { z } from 'zod';
import { wireObject } from './wireObject.ts';

/** What a sign-in still needs after its first step: a code, or the set-up of a second factor that the site requires. */
export const secondSteps = ['code', 'set_up'] as const;
export const secondStep = z.enum(secondSteps);
export type SecondStep = (typeof secondSteps)[number];

/** A code of six digits from an app, or a recovery code; spaces and hyphens do not count. */
const code = z.string().trim().min(1).max(100);
const password = z.string().min(1).max(1000);

export const givenCode = wireObject({ code });
/** The password is absent only where the account has none. */
export const confirmedSetUp = wireObject({ password: password.optional() });
export const confirmedCode = wireObject({ code, password: password.optional() });

/** The second factor of the caller's account. */
export const factorStatus = wireObject({
  isOn: z.boolean(),
  /** Since when it is on; null where it is off. */
  since: z.iso.datetime().nullable(),
  /** How many recovery codes are unused. */
  recoveryCodesLeft: z.int(),
  /** Whether the site requires one of this account. */
  isRequired: z.boolean(),
});
export type FactorStatus = z.output<typeof factorStatus>;

/** The secret of a new second factor; it counts only after a right code was given. */
export const newFactor = wireObject({
  /** Base32, as apps take it by hand. */
  secret: z.string(),
  /** `otpauth://totp/…`, as apps take it from a QR code. */
  uri: z.string(),
});
export type NewFactor = z.output<typeof newFactor>;

/** The only reply that has recovery codes. */
export const recoveryCodes = wireObject({ recoveryCodes: z.array(z.string()) });
