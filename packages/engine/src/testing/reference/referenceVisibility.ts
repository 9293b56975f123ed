import fc from 'fast-check';
import type { Lookup } from '../../dictionary/lookup.ts';
import { toVisibility, type Visibility } from '../../visibility/visibility.ts';
import type { OpenRelease } from '../openRelease.ts';
import type { PlainRelease, PlainValue } from '../plainRelease.ts';
import { conceptOf, rootOf, subjectIds, valuesOf } from './referenceRows.ts';

/** Whom and what a member sees: concepts of the root that show their subjects, null for everyone. */
export interface PlainVisibility {
  readonly subjects: readonly string[] | null;
  /** Values of `r_cat` that stand for codes of data use which allow the purpose; null for every subject. */
  readonly agreed?: readonly string[] | null;
  readonly topCodesAges: boolean;
  readonly showsYears: boolean;
}

/** Everything, and any concepts of the random release that may show its subjects; none of them shows nobody. */
export const randomVisibility: fc.Arbitrary<PlainVisibility> = fc.record({
  subjects: fc.option(fc.subarray(['r_bool', 'r_num', 'r_multi', 'r_onto', 'r_date', 'r_age']), {
    nil: null,
    freq: 3,
  }),
  agreed: fc.option(fc.subarray(['a', 'b']), { nil: null, freq: 3 }),
  topCodesAges: fc.boolean(),
  showsYears: fc.boolean(),
});

/** The release as this visibility compiles for it. */
export function withVisibility(open: OpenRelease, visible: PlainVisibility): OpenRelease {
  const { subjects, agreed, topCodesAges, showsYears } = visible;
  const { lookup } = open.release;
  const concepts = (subjects ?? []).flatMap((id) => lookup.concept(id) ?? []);
  const visibility: Visibility = toVisibility({
    subjects: subjects === null ? { kind: 'all' } : { kind: 'anyTruthy', concepts },
    agreed: agreedOf(agreed ?? null, lookup),
    closed: { kind: 'none' },
    topCodesAges,
    showsYears,
  });
  return { ...open, release: { ...open.release, visibility } };
}

function agreedOf(codes: readonly string[] | null, lookup: Lookup): Visibility['agreed'] {
  const concept = lookup.concept('r_cat');
  if (codes === null) return { kind: 'all' };
  return codes.length === 0 || concept === undefined
    ? { kind: 'none' }
    : { kind: 'withCodes', concept, codes };
}

const ninetyYears = 32_872;

/**
 * The release that would be there if it held only what the member sees (rules 1.14, 1.15, 1.17 and 1.21): no other subject,
 * no row of no visible subject, no age above 90 years, of protected dates the first day of the year and no year before the top-coded one.
 */
export function seenRelease(release: PlainRelease, visibility: PlainVisibility): PlainRelease {
  const seen = visibleIds(release, visibility);
  const shown = ([id, value]: [string, PlainValue]): [string, PlainValue] => {
    const { type, hasPhi, topCodedYear } = conceptOf(release, id).concept;
    if (visibility.topCodesAges && type === 'age' && typeof value === 'number')
      return [id, Math.min(value, ninetyYears)];
    if (visibility.showsYears && type === 'date' && hasPhi === true && typeof value === 'string')
      return [id, `${Math.max(Number(value.slice(0, 4)), topCodedYear ?? 1)}-01-01`];
    return [id, value];
  };
  return {
    ...release,
    collections: release.collections.map((collection) => ({
      ...collection,
      rows: collection.rows
        .map((row) => ({
          subjects: row.subjects.filter((subject) => seen.has(subject)),
          values: Object.fromEntries(Object.entries(row.values).map(shown)),
        }))
        .filter((row) => row.subjects.length > 0),
    })),
  };
}

/** A subject is visible where its codes allow the purpose, and one of the concepts is true, a number other than 0, or any other value. */
function visibleIds(
  release: PlainRelease,
  { subjects: concepts, agreed }: PlainVisibility,
): ReadonlySet<string> {
  const ids = subjectIds(release);
  const isTruthy = (id: string, value: unknown): boolean =>
    typeof value === 'number' && !conceptIs(release, id, 'age') ? value !== 0 : value !== false;
  return new Set(
    ids.filter((_, index) => {
      const row = rootOf(release).rows[index];
      if (row === undefined) return false;
      const isOpened = concepts?.some((id) => valuesOf(row, id).some((value) => isTruthy(id, value))) ?? true;
      return isOpened && (agreed?.some((code) => valuesOf(row, 'r_cat').includes(code)) ?? true);
    }),
  );
}

const conceptIs = (release: PlainRelease, id: string, type: string): boolean =>
  conceptOf(release, id).concept.type === type;
