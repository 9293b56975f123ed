import {
  type Purpose,
  purpose as purposeDocument,
  researchKinds,
  workTraits,
} from '@atrium/contract/documents/purpose';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { compileSubjects } from '../cohort/compile/compileSubjects.ts';
import { always } from '../concepts/rowCondition.ts';
import { createLookup } from '../dictionary/lookup.ts';
import { compileUseChanges } from '../rows/compileVisibility.ts';
import type { ReleaseSql } from '../rows/release.ts';
import { rowRef, sourceOf, subjectOf } from '../rows/rows.ts';
import { toQuery } from '../sql/query.ts';
import { casesOr } from '../testing/effort.ts';
import { type OpenRelease, openReleases } from '../testing/openRelease.ts';
import type { PlainRelease } from '../testing/plainRelease.ts';
import { permit, type Standing } from './permit.ts';

/** The codes of each subject, by id; null where there are none. */
type People = Readonly<Record<string, string | null>>;

const permissions = ['GRU', 'NRES', 'HMB', 'DS:A', 'DS:B', 'POA'];
const others = ['NPOA', 'NMDS', 'GSO', 'NPU', 'NCU', 'NPUNCU', 'CC', 'IRB', 'COL:X', 'LATER'];
const randomCell = fc.option(
  fc
    .tuple(fc.subarray(permissions, { maxLength: 2 }), fc.subarray(others, { maxLength: 2 }))
    .map((parts) => parts.flat().join('; ')),
  { nil: null, freq: 6 },
);
const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const randomPeople: fc.Arbitrary<People> = fc
  .subarray(ids, { minLength: 1 })
  .chain((some) =>
    fc.tuple(...some.map((id) => randomCell.map((cell) => [id, cell] as const))).map(Object.fromEntries),
  );
const randomPurpose: fc.Arbitrary<Purpose> = fc
  .record({
    research: fc.constantFrom(...researchKinds),
    disease: fc.constantFrom('A', 'B', 'C'),
    involves: fc.subarray([...workTraits], { maxLength: 2 }),
    confirms: fc.subarray(['IRB', 'COL', 'COL:X']),
  })
  .map(({ disease, ...rest }) =>
    purposeDocument.parse({ ...rest, disease: rest.research === 'disease' ? disease : null }),
  );

interface Reading {
  readonly codes: readonly string[];
  readonly purpose: Purpose;
}

const isAncestry = ({ research, involves }: Purpose): boolean =>
  research === 'ancestry' || involves.includes('ancestry');

/** A second, slow statement of rule 1.27: what each code asks of work. */
const asks: Readonly<Record<string, (purpose: Purpose) => boolean>> = {
  ...{ GRU: () => true, NRES: () => true, CC: () => true, LATER: () => false },
  HMB: (purpose) => (purpose.research === 'health' || purpose.research === 'disease') && !isAncestry(purpose),
  POA: ({ research }) => research === 'ancestry',
  NPOA: (purpose) => !isAncestry(purpose),
  NMDS: ({ involves }) => !involves.includes('methods'),
  GSO: ({ involves }) => involves.includes('genetics'),
  NPU: ({ involves }) => !involves.includes('forProfit'),
  NCU: ({ involves }) => !involves.includes('commercial'),
  NPUNCU: ({ involves }) => !involves.includes('forProfit') && !involves.includes('commercial'),
  IRB: ({ confirms }) => confirms.includes('IRB'),
  'COL:X': ({ confirms }) => confirms.includes('COL:X'),
};

function isMet(code: string, { codes, purpose }: Reading): boolean {
  if (code.startsWith('DS:')) return codes.includes(`DS:${purpose.disease}`);
  return asks[code]?.(purpose) ?? false;
}
const allows = (reading: Reading): boolean =>
  reading.codes.some((code) => permissions.includes(code)) &&
  reading.codes.every((code) => isMet(code, reading));

const readingOf = (cell: string | null, purpose: Purpose): Reading => ({
  codes: (cell ?? '').split('; ').filter((code) => code !== ''),
  purpose,
});
const idsOf = (people: People, purpose: Purpose): string[] =>
  Object.entries(people).flatMap(([id, cell]) => (allows(readingOf(cell, purpose)) ? [id] : []));

const toPlain = (people: People): PlainRelease => ({
  collections: [
    {
      id: 'person',
      concepts: [
        { id: 'id', type: 'text' },
        { id: 'use', type: 'category' },
      ],
      rows: Object.entries(people).map(([id, use]) => ({ subjects: [id], values: { id, use } })),
    },
  ],
});

async function openWithUses(releases: readonly People[], forAggregates: Purpose | null) {
  const opened = await openReleases(releases.map(toPlain));
  return opened.map(({ release, run }, index) => {
    const cells = Object.values(releases[index] ?? {}).filter((cell) => cell !== null);
    const occurring = [...new Set(cells)].map((codes) => ({
      codes,
      subjects: cells.filter((cell) => cell === codes).length,
    }));
    const dataUse = { conceptId: 'use', occurring, titles: {}, forAggregates };
    const lookup = createLookup({ ...release.lookup.dictionary, dataUse });
    return { run, release: { ...release, lookup } };
  });
}

async function seenBy({ run, release }: OpenRelease, standing: Standing): Promise<string[]> {
  const seen: ReleaseSql = { ...release, visibility: permit(release.lookup, standing).visibility };
  const row = rowRef(seen.lookup.root, 'r');
  const rows = await run(
    toQuery(sql`SELECT r.id AS id FROM ${sourceOf(row, seen)}
      WHERE ${subjectOf(row)} IN (${compileSubjects({ subject: always, sets: [] }, seen)}) ORDER BY 1`),
  );
  return rows.map(({ id }) => String(id));
}

it('in the database a member sees those who agreed to the purpose, by a slow reading, and nobody without one (rules 1.25, 1.27 and 1.29)', async () => {
  await fc.assert(
    fc.asyncProperty(randomPeople, randomPurpose, randomPurpose, async (people, purpose, forAggregates) => {
      for (const open of await openWithUses([people], forAggregates)) {
        const as = (level: 'deid' | 'agg', given?: Purpose) =>
          seenBy(open, { level, groups: null, ...(given && { purpose: given }) });
        expect(await as('deid', purpose)).toEqual(idsOf(people, purpose));
        expect(await as('agg', purpose)).toEqual(idsOf(people, forAggregates));
        expect(await as('deid')).toEqual([]);
      }
    }),
    { numRuns: casesOr(200, { inGate: 12 }) },
  );
});

it('codes of two releases are compared subject by subject (rule 1.30)', async () => {
  await fc.assert(
    fc.asyncProperty(randomPeople, randomPeople, async (before, after) => {
      const [earlier, later] = await openWithUses([before, after], null);
      if (earlier === undefined || later === undefined) throw new Error('Two releases are opened.');
      const query = compileUseChanges(earlier.release, later.release);
      const rows = query === null ? [] : await earlier.run(query);
      const pairs = rows.flatMap((row) =>
        Array.from({ length: Number(row['subjects']) }, () => JSON.stringify([row['before'], row['after']])),
      );
      const expected = Object.keys(before)
        .filter((id) => id in after)
        .map((id) => JSON.stringify([before[id], after[id]]));
      expect(pairs.sort()).toEqual(expected.sort());
    }),
    { numRuns: casesOr(200, { inGate: 8 }) },
  );
});

/** Wrong readings of rule 1.27, each of which the cases of the first test must tell from the right one. */
const faults: Readonly<Record<string, (reading: Reading) => boolean>> = {
  'unknown codes are passed over': ({ codes, purpose }) =>
    allows({ purpose, codes: codes.filter((code) => code !== 'LATER') }),
  'who has no codes agrees': (reading) => reading.codes.length === 0 || allows(reading),
  'modifiers alone are enough': (reading) =>
    reading.codes.length > 0 && reading.codes.every((code) => isMet(code, reading)),
  'one code that is met is enough': (reading) => reading.codes.some((code) => isMet(code, reading)),
  'every disease must be meant': ({ codes, purpose }) =>
    allows({ codes, purpose }) &&
    codes.every((code) => !code.startsWith('DS:') || code === `DS:${purpose.disease}`),
  'any disease is the one': (reading) =>
    allows({
      ...reading,
      codes: reading.codes.map((code) =>
        code.startsWith('DS:') && reading.purpose.disease !== null ? 'GRU' : code,
      ),
    }),
  'a condition is met by another of its term': ({ codes, purpose }) =>
    allows({
      codes,
      purpose: {
        ...purpose,
        confirms: [...purpose.confirms, ...(purpose.confirms.includes('COL') ? ['COL:X'] : [])],
      },
    }),
  'conditions are not asked': ({ codes, purpose }) =>
    allows({ codes, purpose: { ...purpose, confirms: ['IRB', 'COL:X'] } }),
  'ancestry that work involves is not asked': ({ codes, purpose }) =>
    allows({
      codes,
      purpose: { ...purpose, involves: purpose.involves.filter((trait) => trait !== 'ancestry') },
    }),
};

it.each(Object.keys(faults))('the cases tell the fault "%s" from the truth (rule 1.27)', (name) => {
  const cases = fc.sample(fc.tuple(randomCell, randomPurpose), { numRuns: 3000, seed: 7 });
  const differing = cases.filter(([cell, purpose]) => {
    const reading = readingOf(cell, purpose);
    return faults[name]?.(reading) !== allows(reading);
  });
  expect(differing.length).toBeGreaterThan(0);
});
