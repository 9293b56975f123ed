import { visaAuthorities } from '@atrium/contract/documents/visaMembership';
import {
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import { z } from 'zod';
import type { ProviderSettings } from '../../config/signInSettings.ts';

type TrustedIssuer = NonNullable<ProviderSettings['passport']>['issuers'][number];

/** Somebody at an issuer. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

/** A visa whose signature, time and issuer were checked (rule 8.37). */
export interface Visa {
  readonly of: Identity;
  readonly type: string;
  readonly value: string;
  readonly source: string;
  readonly by: (typeof visaAuthorities)[number] | undefined;
  readonly until: Date;
}

export interface CheckedPassport {
  /** Those about the person who signed in. */
  readonly visas: readonly Visa[];
  /** Why others do not count, in sentences for staff; each once. */
  readonly refused: readonly string[];
  /** False where keys of an issuer could not be had, so that a visa that is lacking may be there. */
  readonly isComplete: boolean;
}

/** The keys of an issuer. */
export type KeysOf = (issuer: TrustedIssuer) => JWTVerifyGetKey;

interface PassportDeps {
  readonly clock: () => Date;
  readonly keysOf: KeysOf;
  readonly issuers: readonly TrustedIssuer[];
}

const maxVisas = 200;
const maxVisaLength = 20_000;
const fetchMs = 10_000;

/**
 * The keys of issuers, fetched when they are needed first, and again for a key that is not known, unless that was tried a
 * moment ago.
 */
export function createIssuerKeys(momentMs = 30_000): KeysOf {
  const known = new Map<string, JWTVerifyGetKey>();
  return ({ keys }) => {
    const options = { timeoutDuration: fetchMs, cooldownDuration: momentMs };
    const found = known.get(keys) ?? createRemoteJWKSet(new URL(keys), options);
    known.set(keys, found);
    return found;
  };
}

const seconds = z.int().min(0);
const payloadOf = z.object({
  iss: z.string().min(1),
  sub: z.string().min(1),
  iat: seconds,
  exp: seconds,
  scope: z.string().optional(),
  ga4gh_visa_v1: z.object({
    type: z.string().min(1).max(100),
    asserted: seconds,
    value: z.string().min(1).max(2000),
    source: z.string().min(1).max(300),
    by: z.enum(visaAuthorities).optional(),
    conditions: z.array(z.unknown()).optional(),
  }),
});

/** Checks the visas of a passport claim, and keeps those about this person (rules 8.37 to 8.39). */
export async function checkPassport(
  claim: unknown,
  person: Identity,
  deps: PassportDeps,
): Promise<CheckedPassport> {
  const list = z.array(z.unknown()).safeParse(claim ?? []);
  if (!list.success) return { visas: [], refused: ['The passport is no list.'], isComplete: true };
  if (list.data.length > maxVisas)
    return { visas: [], refused: [`The passport has more than ${maxVisas} visas.`], isComplete: true };
  const found = await Promise.all(list.data.map((visa) => checkVisa(visa, deps)));
  const good = found.flatMap((one) => (one.kind === 'good' ? [one.visa] : []));
  const own = identitiesOf(person, good);
  const foreign = good.filter(({ of }) => !own.has(keyOf(of)));
  return {
    visas: good.filter((visa) => !foreign.includes(visa)),
    refused: [
      ...new Set([
        ...found.flatMap((one) => (one.kind === 'good' ? [] : [one.reason])),
        ...foreign.map(
          ({ of }) => `A visa of ${of.issuer} is about somebody who is not linked to this person.`,
        ),
      ]),
    ],
    isComplete: found.every(({ kind }) => kind !== 'unknown'),
  };
}

type Checked =
  | { readonly kind: 'good'; readonly visa: Visa }
  | { readonly kind: 'refused' | 'unknown'; readonly reason: string };

const refused = (reason: string): Checked => ({ kind: 'refused', reason });

/** One visa: a signed document of an issuer that the site trusts, with keys from where the site says (AAI profile 1.2). */
async function checkVisa(given: unknown, { clock, keysOf, issuers }: PassportDeps): Promise<Checked> {
  if (typeof given !== 'string' || given.length > maxVisaLength) return refused('A visa is no text.');
  const header = readable(() => decodeProtectedHeader(given));
  const named = readable(() => decodeJwt(given).iss);
  if (header === null || typeof named !== 'string') return refused('A visa cannot be read.');
  const issuer = issuers.find((one) => one.issuer === named);
  if (issuer === undefined) return refused(`The issuer ${named.slice(0, 300)} is not trusted here.`);
  if (header.jku !== undefined && header.jku !== issuer.keys)
    return refused(`A visa of ${named} names other keys than those that are trusted.`);
  try {
    const { payload } = await jwtVerify(given, keysOf(issuer), {
      issuer: named,
      algorithms: ['RS256', 'ES256'],
      currentDate: clock(),
      clockTolerance: 0,
      requiredClaims: ['iss', 'sub', 'iat', 'exp'],
    });
    return ofPayload(payload, issuer, clock());
  } catch (error) {
    return explain(error, named);
  }
}

function ofPayload(payload: unknown, { sources }: TrustedIssuer, now: Date): Checked {
  const read = payloadOf.safeParse(payload);
  if (!read.success) return refused('A visa lacks parts that it must have.');
  const { iss, sub, iat, exp, scope = '', ga4gh_visa_v1: said } = read.data;
  const present = now.getTime() / 1000;
  if (scope.split(' ').includes('openid'))
    return refused(`A visa of ${iss} is a token for access, and no document.`);
  // Clocks differ by a minute at the most.
  if (iat > present + 60 || said.asserted > present + 60)
    return refused(`A visa of ${iss} is from the future.`);
  if ((said.conditions ?? []).length > 0)
    return refused(`A visa of ${iss} has conditions, which are not judged here.`);
  const { type, value, source, by } = said;
  if (!sources.includes(source)) return refused(`The issuer ${iss} may not speak for ${source}.`);
  const of = { issuer: iss, subject: sub };
  return { kind: 'good', visa: { of, type, value, source, by, until: new Date(exp * 1000) } };
}

function explain(error: unknown, issuer: string): Checked {
  if (error instanceof errors.JWTExpired) return refused(`A visa of ${issuer} has ended.`);
  const isAboutToken =
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JWTClaimValidationFailed ||
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWTInvalid;
  return isAboutToken
    ? refused(`A visa of ${issuer} is not signed as it must be.`)
    : { kind: 'unknown', reason: `The key of a visa of ${issuer} cannot be had.` };
}

function readable<Read>(read: () => Read): Read | null {
  try {
    return read();
  } catch {
    return null;
  }
}

const keyOf = ({ issuer, subject }: Identity): string => JSON.stringify([issuer, subject]);

/** The person at other issuers, as good visas link them (GA4GH Passport 1.2.1, "LinkedIdentities"; rule 8.39). */
function identitiesOf(person: Identity, visas: readonly Visa[]): ReadonlySet<string> {
  const links = visas
    .filter(({ type }) => type === 'LinkedIdentities')
    .map(({ of, value }) => [keyOf(of), ...linkedOf(value)]);
  const own = new Set([keyOf(person)]);
  for (let size = 0; size < own.size; ) {
    size = own.size;
    for (const linked of links)
      if (linked.some((one) => own.has(one))) for (const one of linked) own.add(one);
  }
  return own;
}

/** `subject,issuer` of each, encoded as parts of an address, with `;` between. */
const linkedOf = (value: string): readonly string[] =>
  value.split(';').flatMap((pair) => {
    const parts = pair.split(',').map((part) => readable(() => decodeURIComponent(part)));
    const [subject, issuer] = parts;
    return parts.length === 2 && subject && issuer ? [keyOf({ issuer, subject })] : [];
  });
