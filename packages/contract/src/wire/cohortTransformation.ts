import { z } from 'zod';
import { batchBody } from './batchBody.ts';
import { countOperators, oneOfFamily, relatives } from './cohortDefinition.ts';
import { choiceOrNullList } from './itemList.ts';
import { dataValue, formId, formNumber, tolerantBoolean } from './tolerant.ts';
import { wireObject } from './wireObject.ts';

const type = { kind: 'type' } as const;
const flag = tolerantBoolean.optional();
const open = formNumber.optional();

/** The value of `criteriaSet` that stands for none of the sets of the cohort. */
export const newCriteriaSet = 'new';

/** The polarities of records, in a collection that declares them (rule 2.20). */
export const polarities = ['present', 'absent'] as const;
export type Polarity = (typeof polarities)[number];

/**
 * Adds a filter, or edits the one named by entryId; which value fields count follows from the concept's type (rules
 * 2.13 and 3.12). A new filter joins the set `criteriaSet` of its collection, or a new one; without it the first.
 * With `polarity`, a filter on the polarity concept joins the set too (rule 3.25).
 */
export const addFilter = wireObject(
  {
    kind: z.literal('add_entry'),
    conceptId: z.string(),
    entryId: formId.optional(),
    criteriaSet: formId.optional(),
    polarity: z.enum(polarities).optional(),
    prefilterValue: dataValue.optional(),
    excludeSelected: flag,
    includeNullAndMissing: flag,
    includeOntologyUnknown: flag,
    ignoreWarnings: flag,
    validateOnly: flag,
    selectedCategories: choiceOrNullList.optional(),
    textSelection: z.string().optional(),
    ontologySelection: z
      .union([z.string(), z.array(z.union([z.string(), z.null(), z.object({ code: z.string() })]))])
      .optional(),
    min: open,
    max: open,
    ageMinYear: open,
    ageMinDay: open,
    ageMaxYear: open,
    ageMaxDay: open,
    queryType: z.enum(['date_range', 'relative_to_today']).optional(),
    daysAgo: open,
  },
  {
    ...type,
    textSelection: 'chiron_text_field_selection',
    ontologySelection: 'chiron_ontology_field_selection',
    min: 'cd_numeric_min',
    max: 'cd_numeric_max',
    ageMinYear: 'cd_age_min_year',
    ageMinDay: 'cd_age_min_day',
    ageMaxYear: 'cd_age_max_year',
    ageMaxDay: 'cd_age_max_day',
  },
);

const eventRuleFields = z.codec(
  z.looseObject({
    type: z.literal('modify_event_rule'),
    entry_id: z.string(),
    option_type: z.string(),
    target_filter: addFilter.optional(),
  }),
  z.custom<{
    kind: 'modify_event_rule';
    entryId: string;
    optionType: string;
    /** The form's fields as they travel; those of a relative rule end in `_` and the target's id (rule 3.17). */
    fields: Readonly<Record<string, unknown>>;
    /**
     * The other event of a relative rule, where it is none of the sets yet: a filter of a new set, with which the fields
     * of the rule end in no id (rule 3.29).
     */
    targetFilter?: AddFilter | undefined;
  }>(),
  {
    decode: ({
      type: kind,
      entry_id: entryId,
      option_type: optionType,
      target_filter: targetFilter,
      ...fields
    }) => ({ kind, entryId, optionType, fields, ...(targetFilter && { targetFilter }) }),
    encode: ({ kind, entryId, optionType, fields, targetFilter }) => ({
      ...fields,
      type: kind,
      entry_id: entryId,
      option_type: optionType,
      ...(targetFilter && { target_filter: targetFilter }),
    }),
  },
);

/** The value that stands for nobody but the subject. */
export const aboutSubject = 'subject';
const person = [aboutSubject, ...relatives] as const;

/**
 * Replaces the cohort with one from a file (rule 3.33): a cohort document, or the JSON of ATLAS. With `leaveOut` the parts
 * that the dataset lacks are left out, which are otherwise errors; with `ignoreWarnings` values that it lacks are kept.
 */
const importCohort = wireObject(
  {
    kind: z.literal('import_cohort'),
    document: z.record(z.string(), z.unknown()),
    leaveOut: flag,
    ignoreWarnings: flag,
    validateOnly: flag,
  },
  type,
);

const onEntry = <const K extends string>(kind: K) =>
  wireObject({ kind: z.literal(kind), entryId: z.string() }, type);

/** Every edit of a cohort definition (rules 3.9 and 3.12). Those to "or" and "and" take filters and criteria sets (rule 3.27). */
export const cohortTransformation = z.discriminatedUnion('type', [
  addFilter,
  wireObject({ kind: z.literal('delete_entry'), entryId: z.string(), removeEmptyCriteriaSets: flag }, type),
  wireObject({ kind: z.literal('clear_all') }, type),
  wireObject(
    {
      kind: z.literal('add_criteria_set'),
      collectionId: z.string(),
      about: z.enum([...person, oneOfFamily]).optional(),
    },
    type,
  ),
  /** Of anybody of the family it may say how many (rule 2.29); without that, at least 1. */
  wireObject(
    {
      kind: z.literal('set_criteria_set_about'),
      entryId: z.string(),
      about: z.enum(person),
      operator: z.enum(countOperators).optional(),
      count: formNumber.optional(),
    },
    { ...type, operator: 'rule_operator', count: 'rule_count' },
  ),
  wireObject({ kind: z.literal('add_trio'), entryId: formId.optional() }, type),
  onEntry('include_missing'),
  onEntry('delete_criteria_set'),
  wireObject(
    { kind: z.literal('sort_cd_entries'), entryId: z.string(), childIds: z.array(z.string()) },
    type,
  ),
  onEntry('change_to_boolean_or'),
  onEntry('change_to_boolean_and'),
  wireObject(
    {
      kind: z.literal('add_criteria_set_count_rule'),
      entryId: z.string(),
      operator: z.enum(countOperators),
      count: formNumber,
    },
    { ...type, operator: 'rule_operator', count: 'rule_count' },
  ),
  wireObject(
    {
      kind: z.literal('set_criteria_set_alias'),
      entryId: z.string(),
      alias: z.string().nullable().optional(),
    },
    type,
  ),
  onEntry('create_event_rule'),
  eventRuleFields,
  onEntry('delete_event_rule'),
  importCohort,
]);
export type CohortTransformation = z.output<typeof cohortTransformation>;
export type AddFilter = z.output<typeof addFilter>;
export type ImportCohort = z.output<typeof importCohort>;

/** The filter that an edit adds or changes, itself or with another event; undefined for other edits. */
export const filterIn = (transformation: CohortTransformation): AddFilter | undefined => {
  if (transformation.kind === 'add_entry') return transformation;
  return transformation.kind === 'modify_event_rule' ? transformation.targetFilter : undefined;
};

export const cohortTransformationBody = wireObject({ transformation: cohortTransformation });
export const cohortBatchBody = batchBody(cohortTransformation);

/** How many edits are counted at once. */
const maxCountedEdits = 50;

/** Edits of the active cohort, or of an empty one; none counts it as it is. */
export const editsToCount = wireObject({
  from: z.enum(['active', 'empty']).default('active'),
  transformations: z.array(cohortTransformation).max(maxCountedEdits),
});
