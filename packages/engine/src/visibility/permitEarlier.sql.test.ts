import type { AccessLevel } from '@atrium/contract/wire/access';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { compileSubjects } from '../cohort/compile/compileSubjects.ts';
import { always } from '../concepts/rowCondition.ts';
import { compileClosedSubjects } from '../rows/compileVisibility.ts';
import type { ReleaseSql } from '../rows/release.ts';
import { columnOf, rowRef, sourceOf, subjectOf } from '../rows/rows.ts';
import { toQuery } from '../sql/query.ts';
import { casesOr } from '../testing/effort.ts';
import { type OpenRelease, openReleases } from '../testing/openRelease.ts';
import type { PlainConcept, PlainRelease, PlainRow } from '../testing/plainRelease.ts';
import type { PermissionGroup, Standing } from './permit.ts';
import { type PermittedEarlier, permitEarlier } from './permitEarlier.ts';
import { withClosed } from './visibility.ts';

const onRoot = ['consented', 'shared', 'born', 'age', 'site', 'remark', 'score'] as const;
const onVisits = ['finding'] as const;
const named = [...onRoot, ...onVisits];
type Id = (typeof named)[number];

const types = {
  consented: ['boolean'],
  shared: ['boolean'],
  born: ['date', 'text'],
  age: ['age', 'number'],
  site: ['category', 'text'],
  remark: ['text'],
  score: ['number'],
  finding: ['category'],
} as const satisfies Readonly<Record<Id, readonly PlainConcept['type'][]>>;

interface RandomConcept {
  readonly type: PlainConcept['type'];
  readonly hasPhi: boolean;
  readonly isAggregatable: boolean;
}
interface RandomRelease {
  readonly concepts: Readonly<Partial<Record<Id, RandomConcept>>>;
  readonly hasVisits: boolean;
  readonly people: readonly { readonly id: string; readonly consented: boolean; readonly shared: boolean }[];
}

const randomConcept = (id: Id): fc.Arbitrary<RandomConcept | undefined> =>
  fc.option(
    fc.record({
      type: fc.constantFrom<PlainConcept['type']>(...types[id]),
      hasPhi: fc.boolean(),
      isAggregatable: fc.boolean(),
    }),
    { nil: undefined, freq: 3 },
  );

const randomPeople = fc
  .subarray(['a', 'b', 'c', 'd', 'e', 'f'], { minLength: 1 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id) => fc.record({ id: fc.constant(id), consented: fc.boolean(), shared: fc.boolean() })),
    ),
  );

const randomRelease: fc.Arbitrary<RandomRelease> = fc
  .record({
    concepts: fc.tuple(...named.map((id) => randomConcept(id).map((concept) => [id, concept] as const))),
    hasVisits: fc.boolean(),
    people: randomPeople,
  })
  .map(({ concepts, ...rest }) => ({
    ...rest,
    concepts: Object.fromEntries(concepts.filter(([, concept]) => concept !== undefined)),
  }));

const randomGroup: fc.Arbitrary<PermissionGroup> = fc.record({
  allSubjects: fc.boolean(),
  subjectConcepts: fc.subarray(['consented', 'shared']),
  categories: fc.constant(null),
  concepts: fc.option(fc.subarray<string>([...named, 'id']), { nil: null }),
  collections: fc.option(fc.subarray(['visit']), { nil: null }),
});

const randomPair = fc.record({
  kept: randomRelease,
  live: randomRelease,
  level: fc.constantFrom<AccessLevel>('phi', 'deid', 'agg'),
  groups: fc.option(fc.array(randomGroup, { maxLength: 2 }), { nil: null }),
  notDelivered: fc.subarray<string>([...named, 'visit']),
});
type Pair = typeof randomPair extends fc.Arbitrary<infer Value> ? Value : never;

const born = '2001-05-17';
const age = 36_000;
const cellOf = (id: Id, type: PlainConcept['type'], person: RandomRelease['people'][number]) => {
  if (id === 'consented' || id === 'shared') return person[id];
  if (type === 'date') return born;
  if (type === 'age') return age;
  return type === 'number' ? age : 'x';
};

function toPlain({ concepts, hasVisits, people }: RandomRelease): PlainRelease {
  const of = (ids: readonly Id[]): PlainConcept[] =>
    ids.flatMap((id) => (concepts[id] === undefined ? [] : [{ id, ...concepts[id] }]));
  const rowsOf = (list: readonly PlainConcept[], hasId: boolean): PlainRow[] =>
    people.map((person) => ({
      subjects: [person.id],
      values: {
        ...(hasId ? { id: person.id } : {}),
        ...Object.fromEntries(
          list.flatMap(({ id, type }) =>
            named.filter((one) => one === id).map((one) => [id, cellOf(one, type, person)]),
          ),
        ),
      },
    }));
  const [root, visits] = [of(onRoot), of(onVisits)];
  return {
    collections: [
      { id: 'person', concepts: [{ id: 'id', type: 'text' }, ...root], rows: rowsOf(root, true) },
      ...(hasVisits ? [{ id: 'visit', concepts: visits, rows: rowsOf(visits, false) }] : []),
    ],
  };
}

/* A second, slow statement of rules 7.13 and 12.20: one concept, one subject at a time. */

const holds = ({ concepts, hasVisits }: RandomRelease, id: Id): RandomConcept | undefined =>
  id === 'finding' && !hasVisits ? undefined : concepts[id];

function isAllowed({ level, groups }: Standing, id: string, { type, hasPhi, isAggregatable }: RandomConcept) {
  if (groups !== null && !groups.some(({ concepts }) => concepts === null || concepts.includes(id)))
    return false;
  if (level !== 'phi' && hasPhi && type !== 'date') return false;
  return level !== 'agg' || (isAggregatable && type !== 'text');
}

function isOpen({ kept, live, notDelivered, ...standing }: Pair, id: Id): boolean {
  const [was, is] = [holds(kept, id), holds(live, id)];
  if (was === undefined) return false;
  if (id === 'finding' && !live.hasVisits && !notDelivered.includes('visit')) return false;
  if (!isAllowed(standing, id, was)) return false;
  if (is === undefined) return notDelivered.includes(id);
  if (!isAllowed(standing, id, is)) return false;
  const isNowProtected = is.hasPhi && was.type !== 'date';
  const hidesHighAges = is.type === 'age' && was.type !== 'age';
  return standing.level === 'phi' || !(isNowProtected || hidesHighAges);
}

function mayIdBeUsed({ level, groups }: Standing): boolean {
  return (
    level !== 'agg' &&
    isAllowed({ level, groups }, 'id', { type: 'text', hasPhi: false, isAggregatable: true })
  );
}

function isSeen({ concepts, people }: RandomRelease, groups: Pair['groups'], id: string): boolean {
  const person = people.find((one) => one.id === id);
  if (person === undefined) return false;
  if (groups === null) return true;
  return groups.some(
    ({ allSubjects, subjectConcepts }) =>
      allSubjects ||
      (['consented', 'shared'] as const).some(
        (flag) => subjectConcepts.includes(flag) && concepts[flag] !== undefined && person[flag],
      ),
  );
}

const seenOnBoth = ({ kept, live, groups }: Pair): string[] =>
  kept.people.map(({ id }) => id).filter((id) => isSeen(kept, groups, id) && isSeen(live, groups, id));

async function open(pair: Pair) {
  const [kept, live] = await openReleases([toPlain(pair.kept), toPlain(pair.live)]);
  if (kept === undefined || live === undefined) throw new Error('Two releases are opened.');
  const { level, groups, notDelivered } = pair;
  const said = new Set(notDelivered);
  const permitted = permitEarlier(
    {
      kept: kept.release.lookup,
      live: live.release,
      shareData: false,
      notDelivered: { concepts: said, collections: said },
    },
    { level, groups },
  );
  return { open: kept, permitted, release: { ...kept.release, ...permitted } };
}

const everyone = { subject: always, sets: [] };

async function idsOn({ run }: OpenRelease, release: ReleaseSql): Promise<string[]> {
  const row = rowRef(release.lookup.root, 'r');
  const rows = await run(
    toQuery(sql`SELECT r.id AS id FROM ${sourceOf(row, release)}
      WHERE ${subjectOf(row)} IN (${compileSubjects(everyone, release)}) ORDER BY 1`),
  );
  return rows.map(({ id }) => String(id));
}

async function valueOn({ run }: OpenRelease, release: ReleaseSql, id: 'born' | 'age'): Promise<unknown> {
  const concept = release.lookup.concept(id);
  if (concept === undefined) return null;
  const row = rowRef(release.lookup.root, 'r');
  const rows = await run(
    toQuery(sql`SELECT DISTINCT CAST(${columnOf(row, concept, release)} AS VARCHAR) AS value
      FROM ${sourceOf(row, release)}`),
  );
  return rows.map(({ value }) => String(value)).join(' ');
}

const openConcepts = ({ lookup }: PermittedEarlier): string[] =>
  lookup.dictionary.concepts.map(({ id }) => id).sort();

async function compare(pair: Pair): Promise<void> {
  const { open: opened, permitted, release } = await open(pair);
  const expected = named.filter((id) => isOpen(pair, id));
  expect(openConcepts(permitted)).toEqual([...expected, ...(mayIdBeUsed(pair) ? ['id'] : [])].sort());
  const subjects = seenOnBoth(pair).sort();
  expect(await idsOn(opened, release)).toEqual(subjects);
  const rows = await opened.run(compileClosedSubjects(release, 100));
  const closed = rows.map(({ subject }) => Number(subject));
  const listed = withClosed(release.visibility, { kind: 'listed', subjects: closed });
  expect(await idsOn(opened, { ...release, visibility: listed })).toEqual(subjects);
  const { kept, live, level } = pair;
  if (expected.includes('born') && kept.concepts.born?.type === 'date') {
    const isProtected = kept.concepts.born.hasPhi || live.concepts.born?.hasPhi === true;
    expect(await valueOn(opened, release, 'born')).toBe(level !== 'phi' && isProtected ? '2001-01-01' : born);
  }
  if (expected.includes('age') && kept.concepts.age?.type === 'age')
    expect(await valueOn(opened, release, 'age')).toBe(String(level === 'phi' ? age : 32_872));
}

const pairs = casesOr(400, { inGate: 30 });

it(`${pairs} pairs of kept and live rights open what both open, and nothing else (rules 7.13 and 12.20)`, async () => {
  await fc.assert(fc.asyncProperty(randomPair, compare), { numRuns: pairs });
});

describe('an earlier release', () => {
  const concepts: RandomRelease['concepts'] = {
    site: { type: 'category', hasPhi: false, isAggregatable: true },
  };
  const two = ['a', 'b'].map((id) => ({ id, consented: true, shared: true }));
  const whole: RandomRelease = { concepts, hasVisits: false, people: two };
  const pairOf = (live: RandomRelease): Pair => ({
    kept: whole,
    live,
    level: 'phi',
    groups: null,
    notDelivered: [],
  });

  it('names what it lost as lacking where the live one lacks it, and as closed where it closes it', async () => {
    const { permitted } = await open(pairOf({ ...whole, concepts: {} }));
    expect(permitted.lackingConcepts.map(({ id }) => id)).toEqual(['site']);
    const closed: RandomRelease = {
      ...whole,
      concepts: { site: { type: 'category', hasPhi: true, isAggregatable: true } },
    };
    const other = await open({ ...pairOf(closed), level: 'deid' });
    expect(other.permitted.closedConcepts.map(({ id }) => id)).toEqual(['site']);
    expect(other.permitted.lackingConcepts).toEqual([]);
  });

  it('shows nobody where nothing says who is who: another key, or none', async () => {
    const plain = toPlain(whole);
    const [root] = plain.collections;
    if (root === undefined) throw new Error('A release has a root.');
    const rows = root.rows.map(({ subjects, values }) => ({
      subjects,
      values: { ...values, site: subjects[0] ?? '' },
    }));
    const alike = { ...plain, collections: [{ ...root, rows }] };
    const [kept, live] = await openReleases([alike, alike]);
    if (kept === undefined || live === undefined) throw new Error('Two releases are opened.');
    for (const subjectId of [undefined, live.release.lookup.concept('site')]) {
      const lookup = { ...live.release.lookup, subjectId };
      const request = {
        kept: kept.release.lookup,
        live: { ...live.release, lookup },
        notDelivered: { concepts: new Set<string>(), collections: new Set<string>() },
      };
      const standing = { level: 'phi', groups: null } as const;
      const apart = permitEarlier({ ...request, shareData: false }, standing);
      expect(await idsOn(kept, { ...kept.release, ...apart })).toEqual([]);
      const sharing = permitEarlier({ ...request, shareData: true }, standing);
      expect(await idsOn(kept, { ...kept.release, ...sharing })).toEqual(['a', 'b']);
    }
  });

  it('keeps a subject without an id closed, also in the list of closed ones', async () => {
    const nameless = toPlain(whole);
    const [root] = nameless.collections;
    if (root === undefined) throw new Error('A release has a root.');
    const rows = root.rows.map((row, index) =>
      index === 0 ? { ...row, values: { ...row.values, id: null } } : row,
    );
    const released = { ...nameless, collections: [{ ...root, rows }] };
    const [kept, live] = await openReleases([released, released]);
    if (kept === undefined || live === undefined) throw new Error('Two releases are opened.');
    const permitted = permitEarlier(
      {
        kept: kept.release.lookup,
        live: live.release,
        shareData: false,
        notDelivered: { concepts: new Set<string>(), collections: new Set<string>() },
      },
      { level: 'phi', groups: null },
    );
    const release = { ...kept.release, ...permitted };
    expect(await idsOn(kept, release)).toEqual(['b']);
    expect(await kept.run(compileClosedSubjects(release, 100))).toEqual([{ subject: 1 }]);
  });
});
