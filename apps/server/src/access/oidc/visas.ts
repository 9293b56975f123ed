import { withoutUnsafe } from '@atrium/contract/documents/unsafeCharacters';
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
  /** Those that may be good: their keys could not be had, or the link to the person could not be checked. They open nothing. */
  readonly unverified: readonly Visa[];
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
/** No date is later. */
const lastSecond = 8_640_000_000_000;
const payloadOf = z.object({
  iss: z.string().min(1),
  sub: z.string().min(1),
  iat: seconds,
  exp: seconds.max(lastSecond),
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
  if (!list.success) return { visas: [], refused: ['The passport is no list.'], unverified: [] };
  if (list.data.length > maxVisas)
    return { visas: [], refused: [`The passport has more than ${maxVisas} visas.`], unverified: [] };
  const found = await Promise.all(list.data.map((visa) => checkVisa(visa, deps)));
  const good = found.flatMap((one) => (one.kind === 'good' ? [one.visa] : []));
  const unverified = found.flatMap((one) => (one.kind === 'unknown' ? (one.visa ?? []) : []));
  const own = identitiesOf(person, good);
  const foreign = good.filter(({ of }) => !own.has(keyOf(of)));
  return {
    visas: good.flatMap((visa) => {
      const until = own.get(keyOf(visa.of));
      return until === undefined ? [] : { ...visa, until: earliest([visa.until, until]) };
    }),
    refused: [
      ...new Set([
        ...found.flatMap((one) => (one.kind === 'good' ? [] : [one.reason])),
        ...foreign.map(
          ({ of }) => `A visa of ${of.issuer} is about somebody who is not linked to this person.`,
        ),
      ]),
    ],
    unverified: unverified.some(isLink) ? [...unverified, ...foreign] : unverified,
  };
}

const isLink = ({ type }: Visa): boolean => type === 'LinkedIdentities';

const earliest = (ends: readonly Date[]): Date => new Date(Math.min(...ends.map((end) => end.getTime())));

type Checked =
  | { readonly kind: 'good'; readonly visa: Visa }
  | { readonly kind: 'refused'; readonly reason: string }
  /** Whether it is good cannot be known now; what it says, if anything. */
  | { readonly kind: 'unknown'; readonly reason: string; readonly visa: Visa | null };

/** Reasons hold words of others, which go into the audit; half a character becomes a sign of its own. */
const refused = (reason: string): Checked => ({ kind: 'refused', reason: plainWords(reason) });

const plainWords = (text: string): string => Buffer.from(withoutUnsafe(text, ' ').slice(0, 600)).toString();

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
    return explain(error, { issuer, given, now: clock() });
  }
}

function ofPayload(payload: unknown, { sources }: TrustedIssuer, now: Date): Checked {
  const read = payloadOf.safeParse(payload);
  if (!read.success) return refused('A visa lacks parts that it must have.');
  const { iss, sub, iat, exp, scope = '', ga4gh_visa_v1: assertion } = read.data;
  const present = now.getTime() / 1000;
  if (scope.split(' ').includes('openid'))
    return refused(`A visa of ${iss} is a token for access, and no document.`);
  // Clocks differ by a minute at the most.
  if (iat > present + 60 || assertion.asserted > present + 60)
    return refused(`A visa of ${iss} is from the future.`);
  if ((assertion.conditions ?? []).length > 0)
    return refused(`A visa of ${iss} has conditions, which are not judged here.`);
  const { type, value, source, by } = assertion;
  if (!sources.includes(source)) return refused(`The issuer ${iss} may not speak for ${source}.`);
  const of = { issuer: iss, subject: sub };
  return { kind: 'good', visa: { of, type, value, source, by, until: new Date(exp * 1000) } };
}

interface GivenVisa {
  readonly issuer: TrustedIssuer;
  readonly given: string;
  readonly now: Date;
}

/** A key server that does not answer says nothing about a visa; everything else does. */
function explain(error: unknown, { issuer, given, now }: GivenVisa): Checked {
  const name = issuer.issuer;
  if (error instanceof errors.JWTExpired) return refused(`A visa of ${name} has ended.`);
  const isAway =
    !(error instanceof errors.JOSEError) ||
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    error.code === 'ERR_JOSE_GENERIC';
  if (!isAway) return refused(`A visa of ${name} is not signed as it must be.`);
  const checked = ofPayload(
    readable(() => decodeJwt(given)),
    issuer,
    now,
  );
  const visa = checked.kind === 'good' ? checked.visa : null;
  return { kind: 'unknown', reason: plainWords(`The keys of ${name} do not answer.`), visa };
}

function readable<Read>(read: () => Read): Read | null {
  try {
    return read();
  } catch {
    return null;
  }
}

const keyOf = ({ issuer, subject }: Identity): string => JSON.stringify([issuer, subject]);

/**
 * The person at other issuers, as good visas link them, and until when at the longest (GA4GH Passport 1.2.1,
 * "LinkedIdentities"; rule 8.39).
 */
function identitiesOf(person: Identity, visas: readonly Visa[]): ReadonlyMap<string, Date> {
  const links = visas
    .filter(isLink)
    .map(({ of, value, until }) => ({ identities: [keyOf(of), ...linkedOf(value)], until }));
  const own = new Map([[keyOf(person), new Date(lastSecond * 1000)]]);
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const { identities, until } of links) {
      const known = identities.flatMap((one) => own.get(one)?.getTime() ?? []);
      if (known.length === 0) continue;
      const end = earliest([until, new Date(Math.max(...known))]);
      for (const one of identities.filter(
        (identity) => (own.get(identity)?.getTime() ?? -1) < end.getTime(),
      )) {
        own.set(one, end);
        isChanged = true;
      }
    }
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
