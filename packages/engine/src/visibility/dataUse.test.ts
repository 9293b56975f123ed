import { type DataUseTerm, dataUseTerms } from '@atrium/contract/documents/publicRecord';
import type { Purpose } from '@atrium/contract/documents/purpose';
import type { AccessLevel } from '@atrium/contract/wire/access';
import { describe, expect, it } from 'vitest';
import type { DataUse } from '../dictionary/dictionary.ts';
import { createLookup } from '../dictionary/lookup.ts';
import { dictionaryOf } from '../testing/plainRelease.ts';
import { countAgreed, parseDataUse, purposeKey, refusalOfUse, widestPurpose } from './dataUse.ts';
import { permit } from './permit.ts';
import { purposeOptions, purposeWords } from './purposeWords.ts';

const work = (given: Partial<Purpose> = {}): Purpose => ({
  research: 'health',
  disease: null,
  involves: [],
  confirms: [],
  ...given,
});

const heart = 'MONDO:0005453';
const purposes = {
  general: work({ research: 'general' }),
  health: work(),
  heart: work({ research: 'disease', disease: heart }),
  lung: work({ research: 'disease', disease: 'MONDO:0005275' }),
  ancestry: work({ research: 'ancestry' }),
  'health and ancestry': work({ involves: ['ancestry'] }),
  methods: work({ involves: ['methods'] }),
  genetics: work({ involves: ['genetics'] }),
  'for profit': work({ involves: ['forProfit'] }),
  commercial: work({ involves: ['commercial'] }),
} as const satisfies Record<string, Purpose>;
type Name = keyof typeof purposes;

const every: readonly Name[] = Object.keys(purposes).filter((name): name is Name => name in purposes);
const but = (...names: readonly Name[]): readonly Name[] => every.filter((name) => !names.includes(name));

/** Of a permission as it is, and of a modifier beside GRU: which purposes it allows with nothing confirmed. */
const table: Readonly<Record<DataUseTerm, readonly [code: string, allowed: readonly Name[]]>> = {
  'DUO:0000004': ['NRES', every],
  'DUO:0000042': ['GRU', every],
  'DUO:0000006': ['HMB', but('general', 'ancestry', 'health and ancestry')],
  'DUO:0000007': [`DS:${heart}`, ['heart']],
  'DUO:0000011': ['POA', ['ancestry']],
  'DUO:0000043': ['GRU CC', every],
  'DUO:0000044': ['GRU NPOA', but('ancestry', 'health and ancestry')],
  'DUO:0000015': ['GRU NMDS', but('methods')],
  'DUO:0000016': ['GRU GSO', ['genetics']],
  'DUO:0000045': ['GRU NPU', but('for profit')],
  'DUO:0000046': ['GRU NCU', but('commercial')],
  'DUO:0000018': ['GRU NPUNCU', but('for profit', 'commercial')],
  'DUO:0000012': ['GRU RS', []],
  'DUO:0000019': ['GRU PUB', []],
  'DUO:0000020': ['GRU COL', []],
  'DUO:0000021': ['GRU IRB', []],
  'DUO:0000022': ['GRU GS', []],
  'DUO:0000024': ['GRU MOR', []],
  'DUO:0000025': ['GRU TS', []],
  'DUO:0000026': ['GRU US', []],
  'DUO:0000027': ['GRU PS', []],
  'DUO:0000028': ['GRU IS', []],
  'DUO:0000029': ['GRU RTN', []],
};

const isAllowed = (codes: string, purpose: Purpose): boolean => refusalOfUse(codes, purpose) === null;

describe('codes of data use allow work as the ontology says it', () => {
  it.each(Object.entries(table))('%s (rule 1.27)', (term, [codes, allowed]) => {
    expect(every.filter((name) => isAllowed(codes, purposes[name]))).toEqual(allowed);
    const spelled = codes.replace(/^(GRU )?[A-Z]+/, `$1${term}`);
    expect(every.filter((name) => isAllowed(spelled, purposes[name]))).toEqual(allowed);
  });

  it('with a reason in words where they refuse', () => {
    for (const [codes] of Object.values(table))
      for (const name of every) {
        const refusal = refusalOfUse(codes, purposes[name]);
        if (refusal !== null)
          expect([codes, name, refusal]).toEqual([codes, name, expect.stringMatching(/\w+ \w+/)]);
      }
    expect(refusalOfUse('HMB', purposes.ancestry)).toBe(
      'for health, medical or biomedical research only, without population origins or ancestry',
    );
  });

  it('and what software cannot check is met by what was confirmed, word for word, and by nothing else', () => {
    for (const [term, [codes]] of Object.entries(table).filter(([, [, allowed]]) => allowed.length === 0)) {
      const short = codes.replace('GRU ', '');
      const confirming = (...confirms: readonly string[]) => work({ confirms: [...confirms] });
      expect([term, isAllowed(codes, confirming(short))]).toEqual([term, true]);
      expect([term, isAllowed(codes, confirming(`${short}:X`))]).toEqual([term, false]);
      expect([term, isAllowed(`${codes}:X`, confirming(short))]).toEqual([term, false]);
      expect([term, isAllowed(`${codes}:X`, confirming(`${short}:X`))]).toEqual([term, true]);
    }
  });

  it('of several diseases one must be meant, by its code, and all other codes must be met (rules 1.27 and 1.28)', () => {
    const both = `DS:${heart}; DS:MONDO:0005275`;
    expect(every.filter((name) => isAllowed(both, purposes[name]))).toEqual(['heart', 'lung']);
    expect(isAllowed(`${both}, IRB`, purposes.heart)).toBe(false);
    expect(isAllowed(`${both}|IRB`, { ...purposes.heart, confirms: ['IRB'] })).toBe(true);
    expect(isAllowed(`GRU DS:${heart}`, purposes.health)).toBe(false);
    expect(isAllowed('HMB POA', purposes.ancestry)).toBe(false);
  });

  it.each([
    ['an unknown code', 'GRU XYZ'],
    ['a term that is not one for data', 'DUO:0000001'],
    ['a code in small letters', 'gru'],
    ['a disease that is not named', 'DS'],
    ['a code that names what it may not', 'GRU:MONDO:0005453'],
    ['a modifier alone', 'IRB'],
    ['no code', ' ; '],
  ])('and %s refuses every purpose', (_what, codes) => {
    const everything = Object.values(purposes).map((one) => ({ ...one, confirms: ['IRB', 'XYZ'] }));
    expect(everything.filter((one) => isAllowed(codes, one))).toEqual([]);
  });

  it('and who allows the widest purpose allows every purpose (rule 1.29)', () => {
    const modifiers = Object.keys(dataUseTerms);
    const texts = ['NRES', 'GRU', 'HMB', 'POA', `DS:${heart}`].flatMap((one) => [
      one,
      ...modifiers.map((other) => `${one} ${other}`),
    ]);
    const open = texts.filter((text) => isAllowed(text, widestPurpose));
    expect(open).toEqual(expect.arrayContaining(['NRES', 'GRU', 'GRU DUO:0000043']));
    for (const text of open) expect(every.filter((name) => isAllowed(text, purposes[name]))).toEqual(every);
  });
});

const dataUse = {
  conceptId: 'use',
  occurring: [
    { codes: 'GRU', subjects: 5 },
    { codes: `DS:${heart};IRB`, subjects: 3 },
    { codes: 'HMB GS:DE ABC', subjects: 1 },
  ],
  titles: { [heart]: 'congenital heart disease', 'GS:DE': 'Germany' },
  forAggregates: null,
};

it('a form offers the diseases and conditions that the codes name, and the words name them, too', () => {
  expect(purposeOptions(dataUse)).toEqual({
    diseases: [{ code: heart, title: 'congenital heart disease' }],
    conditions: [
      { code: 'GS:DE', words: 'The work is done in the region that the data are for: Germany' },
      { code: 'IRB', words: 'The work has ethics approval' },
    ],
  });
  const { titles } = dataUse;
  expect(purposeWords(purposes.heart, titles)).toBe('research on congenital heart disease');
  expect(purposeWords(work({ involves: ['methods', 'commercial'] }), titles)).toBe(
    'health, medical or biomedical research, with the development of methods, for commercial use',
  );
  expect(purposeWords(work({ research: 'ancestry', involves: ['ancestry'] }), {})).toBe(
    'research on population origins or ancestry',
  );
  expect(parseDataUse('HMB GS:DE ABC').unknown).toEqual(['ABC']);
});

it('without a purpose nobody is seen, and the codes of a whole dataset open all of it or nothing (rule 1.25)', () => {
  const plain = {
    collections: [{ id: 'subject', concepts: [{ id: 'use', type: 'category' as const }], rows: [] }],
  };
  const agreed = (of: Partial<DataUse>, level: AccessLevel, purpose?: Purpose) => {
    const lookup = createLookup({ ...dictionaryOf(plain), dataUse: { ...dataUse, ...of } });
    return permit(lookup, { level, groups: null, ...(purpose && { purpose }) }).visibility.agreed;
  };
  const ofAll = { conceptId: null, occurring: [{ codes: 'HMB', subjects: 9 }] };
  expect(agreed({}, 'phi')).toEqual({ kind: 'none' });
  expect(agreed(ofAll, 'phi')).toEqual({ kind: 'none' });
  expect(agreed(ofAll, 'phi', purposes.health)).toEqual({ kind: 'all' });
  expect(agreed(ofAll, 'phi', purposes.ancestry)).toEqual({ kind: 'none' });
  expect(agreed({}, 'deid', purposes.heart)).toMatchObject({ kind: 'withCodes', codes: ['GRU'] });
  expect(agreed({ conceptId: 'gone' }, 'deid', purposes.heart)).toEqual({ kind: 'none' });
  expect(agreed({}, 'agg', { ...purposes.heart, confirms: ['IRB'] })).toMatchObject({ codes: ['GRU'] });
  expect(agreed({ forAggregates: { ...purposes.heart, confirms: ['IRB'] } }, 'agg')).toMatchObject({
    codes: ['GRU', `DS:${heart};IRB`],
  });
});

it('subjects are counted by their codes, and purposes that reach the same subjects are one', () => {
  expect(countAgreed(dataUse, purposes.heart)).toBe(5);
  expect(countAgreed(dataUse, { ...purposes.heart, confirms: ['IRB'] })).toBe(8);
  const one = work({ involves: ['methods', 'genetics'], confirms: ['IRB', 'PUB'] });
  const other = work({ involves: ['genetics', 'methods', 'methods'], confirms: ['PUB', 'IRB'] });
  expect(purposeKey(one)).toBe(purposeKey(other));
  expect(purposeKey(one)).not.toBe(purposeKey(work()));
});
