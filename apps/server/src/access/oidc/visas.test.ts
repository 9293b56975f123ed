import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { openedByVisas } from './visaMemberships.ts';
import type { CheckedPassport } from './visas.ts';
import { checkPassport } from './visas.ts';

const now = new Date('2026-03-05T12:00:00Z');
const seconds = (moment: Date, later = 0): number => Math.floor(moment.getTime() / 1000) + later;
const broker = {
  issuer: 'https://broker.example',
  keys: 'https://broker.example/keys',
  sources: ['https://dac.example'],
};
const lab = {
  issuer: 'https://lab.example',
  keys: 'https://lab.example/keys',
  sources: ['https://dac.example'],
};
const person = { issuer: broker.issuer, subject: 'ada' };
const grant = {
  type: 'ControlledAccessGrants',
  asserted: seconds(now, -1000),
  value: 'https://heart.example/datasets/trio',
  source: 'https://dac.example',
  by: 'dac',
};
const plain = { iss: broker.issuer, sub: 'ada', iat: seconds(now, -10), exp: seconds(now, 3600), jti: '1' };

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
let pairs: Readonly<Record<string, Pair>>;
let sets: Readonly<Record<string, ReturnType<typeof createLocalJWKSet>>>;
beforeAll(async () => {
  pairs = {
    broker: await generateKeyPair('RS256'),
    lab: await generateKeyPair('ES256'),
    other: await generateKeyPair('RS256'),
  };
  const setOf = async (name: string, alg: string) =>
    createLocalJWKSet({ keys: [{ ...(await exportJWK(keyOf(name).publicKey)), alg, kid: name }] });
  sets = { [broker.keys]: await setOf('broker', 'RS256'), [lab.keys]: await setOf('lab', 'ES256') };
});

function keyOf(name: string): Pair {
  const pair = pairs[name];
  if (pair === undefined) throw new Error(`There is no key ${name}.`);
  return pair;
}

interface Made {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly visa?: object;
  readonly header?: object;
  readonly key?: string;
  readonly alg?: string;
}

const made = ({
  claims = {},
  visa = {},
  header = {},
  key = 'broker',
  alg = 'RS256',
}: Made = {}): Promise<string> =>
  new SignJWT({ ...plain, ga4gh_visa_v1: { ...grant, ...visa }, ...claims })
    .setProtectedHeader({ alg, kid: key, typ: 'JWT', ...header })
    .sign(keyOf(key).privateKey);

const check = (claim: unknown): Promise<CheckedPassport> =>
  checkPassport(claim, person, {
    clock: () => now,
    issuers: [broker, lab],
    keysOf: ({ keys }) => {
      const found = sets[keys];
      if (found === undefined) throw new Error('No keys.');
      return found;
    },
  });

describe('a visa counts', () => {
  it('where an issuer that is trusted signed it, it is about the person, and it has not ended (rule 8.37)', async () => {
    const { visas, refused, unverified } = await check([await made({ header: { jku: broker.keys } })]);
    expect({ refused, unverified }).toEqual({ refused: [], unverified: [] });
    const { type, value, source, by } = grant;
    const until = new Date(plain.exp * 1000);
    expect(visas).toEqual([{ of: person, type, value, source, by, until }]);
  });

  it.each<[string, Made | string | number, string]>([
    ['an issuer that is not trusted', { claims: { iss: 'https://evil.example' } }, 'is not trusted here'],
    ['another key of its own', { key: 'other', header: { kid: 'broker' } }, 'not signed as it must be'],
    ['keys at another address', { header: { jku: 'https://evil.example/keys' } }, 'names other keys'],
    ['a key that nobody knows', { key: 'other' }, 'not signed as it must be'],
    ['an end beyond all dates', { claims: { exp: 9_000_000_000_000_000 } }, 'lacks parts'],
    ['an end that is over', { claims: { exp: seconds(now, -1) } }, 'has ended'],
    ['an end at this moment', { claims: { exp: seconds(now) } }, 'has ended'],
    ['no end', { claims: { exp: undefined } }, 'not signed as it must be'],
    ['no subject', { claims: { sub: undefined } }, 'not signed as it must be'],
    ['a beginning in the future', { claims: { nbf: seconds(now, 100) } }, 'not signed as it must be'],
    ['a time of issue in the future', { claims: { iat: seconds(now, 100) } }, 'from the future'],
    ['an assertion in the future', { visa: { asserted: seconds(now, 100) } }, 'from the future'],
    ['conditions', { visa: { conditions: [[{ type: 'AffiliationAndRole' }]] } }, 'has conditions'],
    ['a scope of access', { claims: { scope: 'openid ga4gh_passport_v1' } }, 'a token for access'],
    ['no source', { visa: { source: undefined } }, 'lacks parts'],
    [
      'a source for which its issuer may not speak',
      { visa: { source: 'https://dac.example/' } },
      'may not speak for',
    ],
    ['another speaker', { visa: { by: 'me' } }, 'lacks parts'],
    ['somebody else', { claims: { sub: 'bo' } }, 'somebody who is not linked'],
    [
      'the same name at another issuer',
      { claims: { iss: lab.issuer }, key: 'lab', alg: 'ES256' },
      'not linked',
    ],
    ['no token', 'a.b.c', 'cannot be read'],
    ['a number', 7, 'is no text'],
  ])('not with %s (rules 8.37 and 8.38)', async (_, given, reason) => {
    const visa = typeof given === 'object' ? await made(given) : given;
    const { visas, refused, unverified } = await check([visa]);
    expect(visas).toEqual([]);
    expect(refused.join()).toContain(reason);
    expect(unverified).toEqual([]);
  });

  it('not unsigned, nor with a secret for a signature, and no other visa suffers (rule 8.37)', async () => {
    const unsigned = new UnsecuredJWT({ ...plain, ga4gh_visa_v1: grant }).encode();
    const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(keyOf('broker').publicKey)));
    const shared = await new SignJWT({ ...plain, ga4gh_visa_v1: grant })
      .setProtectedHeader({ alg: 'HS256', kid: 'broker' })
      .sign(secret);
    const { visas, refused } = await check([unsigned, shared, await made()]);
    expect(visas).toHaveLength(1);
    expect(refused).toEqual(['A visa of https://broker.example is not signed as it must be.']);
  });

  it('about the person at another issuer where a good visa links the two (rule 8.39)', async () => {
    const foreign = await made({ claims: { iss: lab.issuer, sub: '0001' }, key: 'lab', alg: 'ES256' });
    const link = (by: Made, pairs_: string) =>
      made({ ...by, visa: { type: 'LinkedIdentities', value: pairs_, by: 'system' } });
    const pair = (subject: string, issuer: string) => [subject, issuer].map(encodeURIComponent).join(',');
    const good = await link({}, `${pair('0001', lab.issuer)};${pair('x', 'https://third.example')}`);
    expect((await check([foreign, good])).visas.map(({ of }) => of.subject).sort()).toEqual(['0001', 'ada']);
    const byTheirs = await link(
      { claims: { iss: lab.issuer, sub: '0001' }, key: 'lab', alg: 'ES256' },
      pair('ada', broker.issuer),
    );
    expect((await check([foreign, byTheirs])).visas).toHaveLength(2);
    const ofAnother = await link({ claims: { sub: 'bo' } }, pair('0001', lab.issuer));
    expect((await check([foreign, ofAnother])).visas).toEqual([]);
    const unsafe = await link({ key: 'other', header: { kid: 'broker' } }, pair('0001', lab.issuer));
    expect((await check([foreign, unsafe])).visas).toEqual([]);
  });

  it('no longer than the link to its person, and reasons hold no characters that mislead (rules 8.38, 8.39 and 8.41)', async () => {
    const foreign = await made({ claims: { iss: lab.issuer, sub: '0001' }, key: 'lab', alg: 'ES256' });
    const value = ['0001', lab.issuer].map(encodeURIComponent).join(',');
    const ends = seconds(now, 60);
    const link = await made({ claims: { exp: ends }, visa: { type: 'LinkedIdentities', value } });
    const { visas } = await check([foreign, link]);
    expect(visas.map(({ until }) => until)).toEqual([new Date(ends * 1000), new Date(ends * 1000)]);
    const strange = await made({ claims: { iss: 'https://a.example/\u0000\u202e\ud83d' } });
    const [reason = ''] = (await check([strange])).refused;
    expect(reason).toBe('The issuer https://a.example/    is not trusted here.');
  });

  it('not while the keys of its issuer cannot be had, which says nothing about what is there (rule 8.41)', async () => {
    const answered = await checkPassport([await made()], person, {
      clock: () => now,
      issuers: [broker],
      keysOf: () => () => Promise.reject(new TypeError('fetch failed')),
    });
    expect(answered).toEqual({
      visas: [],
      refused: ['The keys of https://broker.example do not answer.'],
      unverified: [expect.objectContaining({ of: person, value: grant.value })],
    });
  });

  it('in a list of at most two hundred (rule 8.37)', async () => {
    expect((await check({ visa: await made() })).refused).toEqual(['The passport is no list.']);
    expect((await check(Array.from({ length: 201 }, () => 'x'))).refused).toEqual([
      'The passport has more than 200 visas.',
    ]);
    expect(await check(undefined)).toEqual({ visas: [], refused: [], unverified: [] });
  });
});

describe('what visas open (rule 8.40)', () => {
  const { value, source } = grant;
  const type = 'ControlledAccessGrants' as const;
  const until = new Date('2026-04-01T00:00:00Z');
  const visa = { of: person, type, value, source, by: 'dac' as const, until };
  const status = {
    type: 'ResearcherStatus' as const,
    value: 'https://bona.example',
    source: 'https://home.example',
  };
  const researcher = { ...visa, ...status, by: 'so' as const, until: new Date('2026-03-20T00:00:00Z') };
  const wanted = { type, value, source };
  const offer = { visas: [wanted], level: 'deid' as const };
  const opened = { level: 'deid', canViewWorkspace: true, groups: [], until };

  it.each([
    ['nothing without a visa', [offer], [], null],
    ['what one visa opens', [offer], [visa], opened],
    ['nothing by another value', [offer], [{ ...visa, value: `${value}/` }], null],
    ['nothing by another source', [offer], [{ ...visa, source: 'https://other.example' }], null],
    ['nothing by another type', [offer], [{ ...visa, type: 'ResearcherStatus' }], null],
    [
      'nothing by another speaker',
      [{ ...offer, visas: [{ ...wanted, by: ['dac' as const] }] }],
      [{ ...visa, by: 'self' as const }],
      null,
    ],
    [
      'nothing where nobody says who speaks',
      [{ ...offer, visas: [{ ...wanted, by: ['dac' as const] }] }],
      [{ ...visa, by: undefined }],
      null,
    ],
    ['nothing by one of two that are needed', [{ ...offer, visas: [wanted, status] }], [visa], null],
    [
      'until the first of two ends',
      [{ ...offer, visas: [wanted, status] }],
      [visa, researcher],
      { ...opened, until: researcher.until },
    ],
    ['until the later of two equal ones ends', [offer], [{ ...visa, until: researcher.until }, visa], opened],
    [
      'the highest level, and nothing of a lower one',
      [
        { ...offer, groups: ['north'] },
        { visas: [status], level: 'agg' as const, groups: ['south'] },
      ],
      [visa, researcher],
      { ...opened, groups: ['north'] },
    ],
    [
      'the groups of both of one level, until the first ends',
      [
        { ...offer, groups: ['north'], canViewWorkspace: false },
        { visas: [status], level: 'deid' as const, groups: ['east'], canViewWorkspace: false },
      ],
      [visa, researcher],
      { level: 'deid', canViewWorkspace: false, groups: ['east', 'north'], until: researcher.until },
    ],
  ])('is %s', (_, offers, visas, expected) => {
    expect(openedByVisas(offers, visas)).toEqual(expected);
  });
});
