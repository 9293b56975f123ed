import type { CriteriaSet } from '@atrium/contract/wire/cohortDefinition';
import { type CohortDocument, cohortFormat, cohortVersion } from '@atrium/contract/wire/cohortDocument';
import type { TimePointChoice } from '@atrium/contract/wire/pathway';
import type { Lookup } from '../../dictionary/lookup.ts';
import type { SoundCohort } from '../check/checkedCohort.ts';
import { filtersOf } from '../edit/entries.ts';

const timesOf = ({ pathway }: CriteriaSet): readonly TimePointChoice[] =>
  pathway === undefined
    ? []
    : [...pathway.stages, ...pathway.exits, ...(pathway.last === undefined ? [] : [pathway.last])];

type Origin = Pick<CohortDocument, 'name' | 'description' | 'source'>;

/** A sound definition as a cohort document, with the titles of what it names (rule 3.32). */
export function cohortDocumentOf(
  { definition }: SoundCohort,
  origin: Origin,
  lookup: Lookup,
): CohortDocument {
  const filters = definition.flatMap(filtersOf);
  const prefilters = filters.flatMap(({ conceptId, prefilterValue }) =>
    prefilterValue === null ? [] : (lookup.concept(conceptId)?.prefilter?.conceptId ?? []),
  );
  const times = definition.flatMap(timesOf);
  const ofTimes = times.flatMap((time) => (time.kind === 'birth' ? [] : (time.conceptId ?? [])));
  const conceptIds = new Set([...filters.map(({ conceptId }) => conceptId), ...prefilters, ...ofTimes]);
  const collectionIds = new Set([
    ...definition.map(({ collectionId }) => collectionId),
    ...times.flatMap((time) => (time.kind === 'record' ? [time.collectionId] : [])),
  ]);
  return {
    format: cohortFormat,
    version: cohortVersion,
    ...origin,
    concepts: [...conceptIds].flatMap((id) => {
      const concept = lookup.concept(id);
      return concept === undefined ? [] : { id, title: concept.title, type: concept.type };
    }),
    collections: [...collectionIds].flatMap((id) => {
      const collection = lookup.collection(id);
      return collection === undefined ? [] : { id, title: collection.title };
    }),
    definition,
  };
}
