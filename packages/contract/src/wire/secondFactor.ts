import { z } from 'zod';
import { passkey, shownPasskey } from './passkey.ts';
import { wireObject } from './wireObject.ts';

/** The second step of a sign-in: to show the second factor, or to set up one that the site requires. */
export const secondSteps = ['show', 'set_up'] as const;
export const secondStep = z.enum(secondSteps);
export type SecondStep = (typeof secondSteps)[number];

/** The ways to do the second step; also a recovery code, where there is a second factor. */
export const factorWays = ['passkey', 'app'] as const;
export type FactorWay = (typeof factorWays)[number];

/** A code of six digits from an app, or a recovery code; spaces and hyphens do not count. */
const code = z.string().trim().min(1).max(100);
const password = z.string().min(1).max(1000);

export const givenCode = wireObject({ code });
/** The password is absent only where the account has none. */
export const confirmedByPassword = wireObject({ password: password.optional() });
/** Either a code or a passkey, besides the password. */
export const confirmedByBoth = wireObject({
  code: code.optional(),
  passkey: shownPasskey.optional(),
  password: password.optional(),
});

/** The second factor of the caller's account. */
export const factorStatus = wireObject({
  isOn: z.boolean(),
  /** Since when it is on; null where it is off. */
  since: z.iso.datetime().nullable(),
  /** Whether an app makes codes. */
  hasApp: z.boolean(),
  /** The earliest first. */
  passkeys: z.array(passkey),
  /** Whether this site takes passkeys: its public address is a name, and https. */
  offersPasskeys: z.boolean(),
  /** How many recovery codes are unused. */
  recoveryCodesLeft: z.int(),
  /** Whether the site requires one of this account. */
  isRequired: z.boolean(),
});
export type FactorStatus = z.output<typeof factorStatus>;

/** The secret of an app; it counts only after a right code was given. */
export const newFactor = wireObject({
  /** Base32, as apps take it by hand. */
  secret: z.string(),
  /** `otpauth://totp/…`, as apps take it from a QR code. */
  uri: z.string(),
});
export type NewFactor = z.output<typeof newFactor>;

/** The only reply that has recovery codes; empty where the account has a second factor, and so its codes, already. */
export const recoveryCodes = wireObject({ recoveryCodes: z.array(z.string()) });
