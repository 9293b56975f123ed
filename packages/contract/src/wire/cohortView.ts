import { z } from 'zod';
import { editErrorCodes } from '../errors/errorCode.ts';
import { aboutWhom, cohortDefinitionWire, countOperators, countRule } from './cohortDefinition.ts';
import { choiceList, choiceOrNullList } from './itemList.ts';
import { shownCount } from './statistics.ts';
import { completed, sentences } from './tolerant.ts';
import { wireObject } from './wireObject.ts';

const filterOnWire = wireObject({
  entryId: z.string(),
  conceptId: z.string(),
  conceptName: z.string().optional(),
  conditionLabel: z.string().optional(),
  prefilterValue: z.string().nullable().default(null),
  label: z.string().optional(),
  abbreviatedLabel: z.string().optional(),
  excludeSelected: z.boolean(),
  values: choiceOrNullList.nullable().default(null),
  selectedCategories: choiceList.nullable().default(null),
  includeOntologyUnknown: z.boolean().default(false),
  hasErrors: z.literal(true).optional(),
  canNotEdit: z.literal(true).optional(),
});
type FilterOnWire = z.output<typeof filterOnWire>;
type FilterTexts = 'conceptName' | 'conditionLabel' | 'label' | 'abbreviatedLabel';

/**
 * A filter as the client draws it; labels are HTML with all data escaped (rule 3.21). The concept's name is plain text,
 * and `conditionLabel` leaves out prefilter and exclusion, for a client that says "not" itself.
 */
export type FilterView = Omit<FilterOnWire, FilterTexts> & Readonly<Record<FilterTexts, string>>;
export const filterView = completed(filterOnWire, (filter): FilterView => {
  // An id has letters, digits and `_` only, so it is HTML as it stands.
  const { conceptId, conceptName = conceptId, label = conceptId } = filter;
  const { conditionLabel = label, abbreviatedLabel = label } = filter;
  return { ...filter, conceptName, label, conditionLabel, abbreviatedLabel };
});

export const orGroupView = wireObject(
  { kind: z.literal('or_group'), entryId: z.string(), entries: z.array(filterView) },
  { kind: 'entry_type' },
);
export type OrGroupView = z.output<typeof orGroupView>;

export const criteriaSetView = wireObject(
  {
    kind: z.literal('criteria_set'),
    entryId: z.string(),
    collectionId: z.string(),
    collectionName: z.string().optional(),
    alias: z.string().default(''),
    criteriaSetName: z.string().optional(),
    label: z.string().default(''),
    isRootCollection: z.literal(true).optional(),
    countRule: z
      .union([
        wireObject({ operator: z.enum(countOperators), value: z.int() }, { operator: 'type' }),
        z.strictObject({}),
      ])
      .default({}),
    hasEventField: z.boolean().default(false),
    eventRuleLabel: z.string().optional(),
    referencedByOtherEvent: z.literal(true).optional(),
    eventRuleError: z.literal(true).optional(),
    canEditEventRule: z.boolean().optional(),
    hasErrors: z.literal(true).optional(),
    canNotEdit: z.literal(true).optional(),
    orGroupId: z.string().optional(),
    about: aboutWhom.optional(),
    familyCount: countRule.optional(),
    /** Asks how far the subject came on a pathway, and not for records (rule 17.33). */
    isPathway: z.literal(true).optional(),
    /** The polarity concept of the collection, where no filter of the set is on it: present and absent both count. */
    unsaidPolarity: wireObject({ conceptId: z.string(), name: z.string() }).optional(),
    entries: z.array(z.union([orGroupView, filterView])),
  },
  { kind: 'entry_type', countRule: 'subcol_count_restriction' },
);
export type CriteriaSetView = z.output<typeof criteriaSetView>;

export const snapshotIds = {
  snapshotId: z.int().nullable().default(null),
  previousSnapshotId: z.int().nullable().default(null),
  nextSnapshotId: z.int().nullable().default(null),
};

/**
 * One reason why an edit was refused: the fields of the form that it is about, none where it is about the whole edit,
 * and a sentence that does not repeat their names.
 */
export const editRefusal = wireObject({
  fields: z.array(z.string()),
  code: z.enum(editErrorCodes),
  message: z.string(),
});
export type EditRefusal = z.output<typeof editRefusal>;

/**
 * How an edit ended; a refused edit changes nothing (rules 3.9 and 3.10). The refusals are the errors as data, in the
 * same order. Of a batch, `refusedIndex` is the first edit that was refused, counted from 0 (rule 3.24).
 */
export const transformationOutcome = {
  transformationSuccessful: z.boolean(),
  transformationErrors: sentences,
  transformationRefusals: z.array(editRefusal).default([]),
  transformationWarnings: sentences,
  refusedIndex: z.int().optional(),
};

const cohort = {
  definition: cohortDefinitionWire.default([]),
  criteriaSets: z.array(criteriaSetView),
  describe: z.string(),
  warnings: sentences,
  errors: sentences,
  ...snapshotIds,
};
const names = { definition: 'cohort_def', criteriaSets: 'extended_cohort_def' } as const;

/** The active cohort, or one snapshot of it (rule 3.2). */
export const cohortView = wireObject(cohort, names);
export type CohortView = z.output<typeof cohortView>;

/** The reply to an edit: the cohort as it now stands, and how the edit ended (rule 3.9). */
export const cohortEdited = wireObject(
  {
    ...transformationOutcome,
    transformationWarningEntries: sentences,
    entryId: z.string().optional(),
    ...cohort,
  },
  names,
);
export type CohortEdited = z.output<typeof cohortEdited>;

export const cohortCount = wireObject(
  { count: shownCount, definition: cohortDefinitionWire.default([]), cohortReceipt: z.string().optional() },
  { definition: 'cohort_def' },
);
export type CohortCount = z.output<typeof cohortCount>;

/**
 * How many subjects the cohort of the snapshot would have after an edit that was not made (rule 3.11); null where the
 * edit would be refused, and `errors` says why.
 */
export const cohortPreview = wireObject({
  count: shownCount.nullable(),
  errors: sentences,
  snapshotId: snapshotIds.snapshotId,
});
export type CohortPreview = z.output<typeof cohortPreview>;

/** The subjects of a cohort that some edits make; null where an edit would be refused, and the errors say why. */
export const editedCount = wireObject({
  count: shownCount.nullable(),
  describe: z.string(),
  errors: sentences,
  /** The first edit that was refused, counted from 0. */
  refusedIndex: z.int().optional(),
  cohortReceipt: z.string().optional(),
});
export type EditedCount = z.output<typeof editedCount>;
