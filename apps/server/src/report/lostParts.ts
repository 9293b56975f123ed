import { unreachable } from '@atrium/contract/errors/unreachable';
import type { FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { LostPart, ReportPart } from '@atrium/contract/wire/reportVersion';
import { type Concept, kindOf, type Lookup } from '@atrium/engine';
import { findValues, type LiveRelease } from '../catalogue/index.ts';
import type { OpenReport, ReportDeps } from './openReport.ts';
import type { ReportContent } from './versions.ts';

type LookupDeps = Pick<ReportDeps, 'questions'>;

interface NamedConcept {
  readonly part: ReportPart;
  readonly entryId: string;
  readonly conceptId: string;
}

/** Values or codes that a filter asks for. */
interface NamedValues {
  readonly entryId: string;
  readonly conceptId: string;
  readonly kind: 'value' | 'term';
  /** With the label of each. */
  readonly values: ReadonlyMap<string, string>;
}

const filtersOf = ({ cohort }: ReportContent): readonly FilterEntry[] =>
  cohort.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.kind === 'or_group' ? entry.entries : [entry])),
  );

const conceptsIn = (content: ReportContent): readonly NamedConcept[] => [
  ...filtersOf(content).map(({ entryId, conceptId }) => ({ part: 'cohort' as const, entryId, conceptId })),
  ...content.table.fields.map(({ entryId, conceptId }) => ({ part: 'table' as const, entryId, conceptId })),
  ...[...(content.analysis?.rows ?? []), ...(content.analysis?.cols ?? [])].map((entry) => ({
    part: 'analysis' as const,
    ...entry,
  })),
];

const isPattern = (text: string): boolean => /^\/.*\/$/s.test(text);
const named = (texts: readonly string[]): ReadonlyMap<string, string> =>
  new Map(texts.map((text) => [text, text]));

/** Ranges and dates name no value. */
function valuesIn(filter: FilterEntry, lookup: Lookup): readonly NamedValues[] {
  const { entryId, conceptId, prefilterValue } = filter;
  const by = lookup.concept(conceptId)?.prefilter?.conceptId;
  const prefilter =
    prefilterValue === null || by === undefined
      ? []
      : [{ entryId, conceptId: by, kind: 'value' as const, values: named([prefilterValue]) }];
  const own = { entryId, conceptId };
  switch (filter.kind) {
    case 'choice': {
      const texts = filter.categories.filter((value) => typeof value === 'string');
      return [...prefilter, { ...own, kind: 'value', values: named(texts) }];
    }
    case 'rangeOrWords':
      return [...prefilter, { ...own, kind: 'value', values: named(filter.categories) }];
    case 'text':
      return [
        ...prefilter,
        { ...own, kind: 'value', values: named(filter.terms.filter((term) => !isPattern(term))) },
      ];
    case 'ontology': {
      const values = new Map(filter.terms.map(({ code, label }) => [code, `${label} (${code})`]));
      return [...prefilter, { ...own, kind: 'term', values }];
    }
    case 'range':
    case 'dateRange':
    case 'relativeDate':
      return prefilter;
    default:
      return unreachable(filter);
  }
}

/** Which of these values a release knows: in its data, or declared, or in the ontology. */
async function knownOf(
  { questions }: LookupDeps,
  { concept, values, release }: { concept: Concept; values: readonly string[]; release: LiveRelease },
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const known = await findValues(questions, release, signal)({ concept, values });
  return known.kind === 'text'
    ? new Set([...known.found, ...concept.declaredValues])
    : new Set(known.matches.keys());
}

async function lostValues(
  deps: LookupDeps,
  { own, live, wanted }: { own: LiveRelease; live: LiveRelease; wanted: NamedValues },
  signal: AbortSignal,
): Promise<readonly LostPart[]> {
  const [before, after] = [own.lookup.concept(wanted.conceptId), live.lookup.concept(wanted.conceptId)];
  const values = [...wanted.values.keys()];
  if (before === undefined || after === undefined || values.length === 0) return [];
  const { isText, hasWords } = kindOf(before);
  if (!(isText || hasWords) || before.type !== after.type) return [];
  const was = await knownOf(deps, { concept: before, values, release: own }, signal);
  const is = await knownOf(deps, { concept: after, values, release: live }, signal);
  return values
    .filter((value) => was.has(value) && !is.has(value))
    .map((value) => ({
      kind: wanted.kind,
      part: 'cohort',
      entryId: wanted.entryId,
      label: `${before.title}: ${wanted.values.get(value) ?? value}`,
    }));
}

/**
 * The collections, concepts, values of filters and terms that a report names and that the viewer sees on its own
 * release, but not on the live one (rule 12.10). Parts that the viewer may not use are not named.
 */
export async function findLost(
  deps: LookupDeps,
  { own, live }: { readonly own: OpenReport; readonly live: OpenReport },
  signal: AbortSignal,
): Promise<LostPart[]> {
  const { content } = own;
  const [before, after] = [own.cohort.release, live.cohort.release];
  const collections = content.cohort.flatMap(({ entryId, collectionId }): readonly LostPart[] => {
    const was = before.lookup.collection(collectionId);
    if (was === undefined || after.lookup.collection(collectionId) !== undefined) return [];
    return [{ kind: 'collection', part: 'cohort', entryId, label: was.title }];
  });
  const concepts = conceptsIn(content).flatMap(({ part, entryId, conceptId }): readonly LostPart[] => {
    const was =
      before.lookup.concept(conceptId) ?? before.closedSince.lacking.find(({ id }) => id === conceptId);
    if (was === undefined || after.lookup.concept(conceptId) !== undefined) return [];
    return [{ kind: 'concept', part, entryId, label: was.title }];
  });
  const values: LostPart[] = [];
  for (const wanted of filtersOf(content).flatMap((filter) => valuesIn(filter, before.lookup)))
    values.push(...(await lostValues(deps, { own: before, live: after, wanted }, signal)));
  return [...collections, ...concepts, ...values];
}
