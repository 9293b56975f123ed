import { z } from 'zod';
import type { ProviderSettings } from '../../config/signInSettings.ts';

/** The claim with the visas of a person, and the scope that asks for it (GA4GH Passport 1.2.1). */
export const passportClaim = 'ga4gh_passport_v1';

type Claims = Readonly<Record<string, unknown>>;

/** The data about an account in the claims; undefined where a claim is absent. */
export interface MappedClaims {
  readonly username: string | undefined;
  readonly fullName: string | undefined;
  readonly email: string | undefined;
  /** Undefined where the provider does not decide about staff. */
  readonly isStaff: boolean | undefined;
}

export function mapClaims({ claims: names, staff }: ProviderSettings, claims: Claims): MappedClaims {
  return {
    username: textOf(claimOf(claims, names.username)),
    fullName: textOf(claimOf(claims, names.fullName)),
    email: textOf(claimOf(claims, names.email)),
    isStaff: staff === undefined ? undefined : holds(claimOf(claims, staff.claim), staff.value),
  };
}

/** Whether a mapped claim is absent here; many providers give some at the user info endpoint only. */
export function missesClaim(
  { claims: names, staff, memberships, passport }: ProviderSettings,
  claims: Claims,
): boolean {
  const groups = [staff, memberships].flatMap((table) => (table === undefined ? [] : [table.claim]));
  const visas = passport === undefined ? [] : [passportClaim];
  const wanted = [names.username, names.fullName, names.email, ...groups, ...visas];
  return wanted.some((name) => claimOf(claims, name) === undefined);
}

/** A claim by its whole name, which may be an address with dots in it, else along its dots. */
export function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let held: unknown = claims;
  for (const step of name.split('.')) {
    if (typeof held !== 'object' || held === null || !Object.hasOwn(held, step)) return undefined;
    held = Reflect.get(held, step);
  }
  return held;
}

const text = z.string().trim().min(1).max(300);

const textOf = (claim: unknown): string | undefined => text.safeParse(claim).data;

/** Whether a claim is this value, or a list that holds it. */
export function holds(claim: unknown, value: string): boolean {
  const values: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return values.some((one) => (typeof one === 'string' || typeof one === 'boolean') && String(one) === value);
}
