import type { FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { CohortEdited, CohortView, CriteriaSetView, FilterView } from '@atrium/contract/wire/cohortView';
import { paginate } from '@atrium/contract/wire/paginator';
import type {
  ChoiceStatistics,
  NumberStatistics,
  OntologyNode,
  OntologyStatistics,
  TextStatistics,
} from '@atrium/contract/wire/statistics';

export const aCohort = (given: Partial<CohortView> = {}): CohortView => ({
  definition: [],
  criteriaSets: [],
  describe: '',
  warnings: [],
  errors: [],
  snapshotId: 1,
  previousSnapshotId: null,
  nextSnapshotId: null,
  ...given,
});

export const anEdit = (given: Partial<CohortEdited> = {}): CohortEdited => ({
  transformationSuccessful: true,
  transformationErrors: [],
  transformationRefusals: [],
  transformationWarnings: [],
  transformationWarningEntries: [],
  ...aCohort(),
  ...given,
});

export const aFilter = (given: Partial<FilterView> = {}): FilterView => ({
  entryId: 'e1',
  conceptId: 'sex',
  conceptName: 'Sex',
  conditionLabel: 'Sex = "Female"',
  prefilterValue: null,
  label: 'Sex = "Female"',
  abbreviatedLabel: 'Sex = "Female"',
  excludeSelected: false,
  values: null,
  selectedCategories: null,
  includeOntologyUnknown: false,
  ...given,
});

export const aSet = (given: Partial<CriteriaSetView> = {}): CriteriaSetView => ({
  kind: 'criteria_set',
  entryId: 's1',
  collectionId: 'participant',
  alias: '',
  label: 'Participant criteria',
  countRule: {},
  hasEventField: false,
  isRootCollection: true,
  entries: [],
  ...given,
});

/** A set of a collection that is not the root. */
export function aSubSet(given: Partial<CriteriaSetView> = {}): CriteriaSetView {
  const { isRootCollection: _, ...set } = aSet(given);
  return set;
}

export const aChoice = (given: Partial<Extract<FilterEntry, { kind: 'choice' }>> = {}): FilterEntry => ({
  kind: 'choice',
  entryId: 'e1',
  conceptId: 'sex',
  prefilterValue: null,
  excludeSelected: false,
  categories: ['Female'],
  ...given,
});

/** A cohort of one set with these filters, as it is stored and as it is shown. */
export const aCohortOf = (filters: readonly FilterEntry[], given: Partial<CohortView> = {}): CohortView =>
  aCohort({
    definition:
      filters.length === 0
        ? []
        : [{ kind: 'criteria_set', entryId: 's1', collectionId: 'participant', entries: [...filters] }],
    criteriaSets:
      filters.length === 0
        ? []
        : [
            aSet({
              entries: filters.map(({ entryId, conceptId, prefilterValue, excludeSelected }) =>
                aFilter({ entryId, conceptId, prefilterValue, excludeSelected }),
              ),
            }),
          ],
    ...given,
  });

const callback = (conceptId: string) => ({
  isCallback: true as const,
  conceptId,
  countMissingValues: 205,
  countSubjectsWithMissingValues: 198,
});

export const choices = (conceptId: string, counts: Readonly<Record<string, number>>): ChoiceStatistics => ({
  values: Object.entries(counts).map(([category, count]) => ({ category, count, subjects: count - 1 })),
  maxCount: Math.max(0, ...Object.values(counts)),
  ...callback(conceptId),
});

export const numbers = (conceptId: string, given: Partial<NumberStatistics> = {}): NumberStatistics => ({
  stats: { countNonNull: 12_806, uniquePatients: 9_001, min: 0.4, max: 88, avg: 3.25 },
  histogramData: [
    ['[0 - 10)', 9000],
    ['[10 - 20)', 3806],
  ],
  ...callback(conceptId),
  ...given,
});

export const aTerm = (given: Partial<OntologyNode> = {}): OntologyNode => ({
  code: 'CL:1',
  label: 'Structural heart defect',
  leaf: 0,
  hasDescendants: true,
  count: 4200,
  subjects: 4100,
  ...given,
});

export const terms = (conceptId: string, given: Partial<OntologyStatistics> = {}): OntologyStatistics => ({
  count: 64,
  term: null,
  parents: [],
  actionResults: [aTerm()],
  unknown: { count: 37, subjects: 35 },
  ...callback(conceptId),
  ...given,
});

export const texts = (conceptId: string, values: readonly string[]): TextStatistics => ({
  count: values.length,
  paginatedResults: values.map((value) => ({ value })),
  paginator: paginate(1, 10, values.length),
  ...callback(conceptId),
});
