import type { AxisLabel } from '@atrium/contract/wire/analysis';
import type { PlainOntology, PlainRelease } from '../plainRelease.ts';
import { ancestors } from './referenceFilter.ts';
import { conceptOf, ontologyOf, type Scalar, valuesOf } from './referenceRows.ts';

/** Where a value stands on an axis: what is written there, and what it is sorted by; null comes last. */
export interface Bucket {
  readonly label: AxisLabel;
  readonly order: string | number | null;
}

/** A term may lie within several terms of a level; any other value is in one bucket. */
type Buckets = (value: Scalar | null) => readonly Bucket[];

/** How the values of a concept are gathered, as its values in the whole release say (rules 6.3, 6.4 and 6.5). */
export function bucketsOf(
  conceptId: string,
  {
    release,
    yearsOnly,
    topCodesAges,
    levels = {},
  }: {
    readonly release: PlainRelease;
    readonly yearsOnly: readonly string[];
    readonly topCodesAges: boolean;
    readonly levels?: Readonly<Record<string, number>> | undefined;
  },
): Buckets {
  const { concept, collection } = conceptOf(release, conceptId);
  const all = collection.rows.flatMap((row) => valuesOf(row, conceptId));
  const bucketOf = placing();
  const level = levels[conceptId];
  return (value) => {
    if (value === null) return [{ label: '[not set]', order: null }];
    const ontology = level === undefined ? null : ontologyOf(release, conceptId);
    const tops =
      ontology === null
        ? []
        : ancestors(ontology, String(value)).filter((code) => levelOf(ontology, code) === level);
    return tops.length === 0 ? [bucketOf(value)] : [...new Set(tops)].map(bucketOf);
  };

  function placing(): (value: Scalar) => Bucket {
    switch (concept.type) {
      case 'category':
      case 'text':
        return (value) => ({ label: String(value), order: String(value) });
      case 'boolean':
        return (value) => ({ label: value === true, order: value === true ? 1 : 0 });
      case 'ontology':
        return (value) => termBucket(release, conceptId, String(value));
      case 'date':
        return dateBuckets(all.map(String), yearsOnly.includes(conceptId), concept.topCodedYear ?? 0);
      case 'number':
        return classes(all.map(Number));
      case 'number_with_categories': {
        const ofNumbers = classes(all.filter((value) => typeof value === 'number'));
        // Words stand behind all numbers, by code point, as their list does.
        const ofWord = (word: string): number =>
          1e15 + (concept.words ?? []).findIndex(({ text }) => text === word);
        return (value) =>
          typeof value === 'number'
            ? ofNumbers(value)
            : { label: String(value), order: ofWord(String(value)) };
      }
      case 'age': {
        const inYears = classes(all.map((days) => completedYears(Number(days))));
        return (value) => {
          const bucket = inYears(completedYears(Number(value)));
          const holdsNinety = /^90$|^[0-9]+ - (9[0-9]|[0-9]{3,})$/.test(String(bucket.label));
          return topCodesAges && holdsNinety ? { ...bucket, label: `${bucket.order}+` } : bucket;
        };
      }
    }
  }
}

/** How many terms lie on the shortest way from a root; 0 for what is no term. */
function levelOf(ontology: PlainOntology, code: string): number {
  const term = ontology.terms.find((one) => one.code === code);
  if (term === undefined) return 0;
  const above = (term.parents ?? []).map((parent) => levelOf(ontology, parent));
  return 1 + (above.length === 0 ? 0 : Math.min(...above));
}

function termBucket(release: PlainRelease, conceptId: string, code: string): Bucket {
  const term = ontologyOf(release, conceptId).terms.find((one) => one.code === code);
  const label = term?.label ?? `unmapped ${code}`;
  return { label, order: label };
}

/** Years and the days beyond; 365 days left over make another year (rule 1.7). Below zero it is the same with a sign. */
function completedYears(days: number): number {
  if (days < 0) return 0 - completedYears(0 - days);
  const years = Math.floor(days / 365.25);
  return days - Math.floor(years * 365.25) >= 365 ? years + 1 : years;
}

const yearOf = (day: string): number => Number(day.slice(0, 4));
const days = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

/** Years, or decades where the data span more than 3650 days (for who sees years only: more than ten years). */
function dateBuckets(
  all: readonly string[],
  yearsOnly: boolean,
  topCoded: number,
): (value: Scalar) => Bucket {
  const sorted = all.toSorted();
  const [first = '', last = ''] = [sorted[0], sorted.at(-1)];
  const isLong = yearsOnly ? yearOf(last) - yearOf(first) > 10 : days(last) - days(first) > 3650;
  return (value) => {
    const year = yearOf(String(value));
    const decade = year - (year % 10);
    const bucket = isLong ? { label: `${decade}s`, order: decade } : { label: String(year), order: year };
    return yearsOnly && bucket.order <= topCoded
      ? { ...bucket, label: `${bucket.label} or earlier` }
      : bucket;
  };
}

/** Classes from multiples of their width: whole numbers, or wider by ten for each digit of thrice the span beyond two. */
function classes(all: readonly number[]): (value: Scalar) => Bucket {
  const span = all.length === 0 ? 0 : Math.max(...all) - Math.min(...all);
  const digits = String(Math.trunc(span * 3)).length;
  const width = digits <= 2 ? 1 : 10 ** (digits - 2);
  return (value) => {
    const low = Math.floor(Number(value) / width) * width;
    return { label: width === 1 ? low : `${low} - ${low + width - 1}`, order: low };
  };
}
