import { z } from 'zod';
import { batchBody } from './batchBody.ts';
import { cohortDefinitionWire } from './cohortDefinition.ts';
import { snapshotIds, transformationOutcome } from './cohortView.ts';
import { isListOf, listForm, longList } from './longList.ts';
import type { ShownCount } from './statistics.ts';
import { formInteger, sentences } from './tolerant.ts';
import { wireObject } from './wireObject.ts';

/** Terms of an ontology are gathered at one of so many levels, the first of which holds the roots (rule 6.12). */
export const maxTermLevel = 10;
const level = z.int().min(1).max(maxTermLevel);

/** With a level, a term stands for itself and all narrower ones. */
export const analysisEntry = wireObject({
  entryId: z.string(),
  conceptId: z.string(),
  level: level.optional(),
});

/** Concepts on the rows and columns of a cross-tab, outermost first; each concept at most once (rule 6.8). */
export const analysisDefinitionWire = wireObject({
  rows: z.array(analysisEntry).default([]),
  cols: z.array(analysisEntry).default([]),
});
export type AnalysisDefinition = z.output<typeof analysisDefinitionWire>;

export const analysisRoles = ['rows', 'cols'] as const;
export type AnalysisRole = (typeof analysisRoles)[number];

const type = { kind: 'type' } as const;
const role = z.enum(analysisRoles);

/** Every edit of an analysis definition (rule 6.8). */
export const analysisTransformation = z.discriminatedUnion('type', [
  wireObject(
    {
      kind: z.literal('add_entry'),
      conceptId: z.string(),
      role: role.optional(),
      index: formInteger.nullable().optional(),
    },
    type,
  ),
  wireObject(
    {
      kind: z.literal('move_entry'),
      entryId: z.string().optional(),
      index: formInteger.nullable().optional(),
      role: role.optional(),
    },
    type,
  ),
  wireObject({ kind: z.literal('delete_entry'), entryId: z.string() }, type),
  wireObject(
    { kind: z.literal('set_level'), entryId: z.string(), level: formInteger.nullable().optional() },
    type,
  ),
  wireObject({ kind: z.literal('swap_rows_and_cols') }, type),
  wireObject({ kind: z.literal('clear_all') }, type),
]);
export type AnalysisTransformation = z.output<typeof analysisTransformation>;
export const analysisTransformationBody = wireObject({ transformation: analysisTransformation });
export const analysisBatchBody = batchBody(analysisTransformation);

/** `mayRollUp`: whether a level can be chosen. The label names the one that is, the title does not. */
const entryView = wireObject({
  entryId: z.string(),
  conceptId: z.string(),
  label: z.string(),
  title: z.string().optional(),
  level: level.optional(),
  mayRollUp: z.boolean().optional(),
});

export const extendedAnalysis = wireObject({ rows: z.array(entryView), cols: z.array(entryView) });

const analysis = {
  definition: analysisDefinitionWire.default({ rows: [], cols: [] }),
  extended: extendedAnalysis,
  /** What the run with `example=true` counts; for members who see aggregates only and have chosen nothing. */
  example: extendedAnalysis.optional(),
  warnings: sentences,
  errors: sentences,
  ...snapshotIds,
};
const names = { definition: 'analysis_def', extended: 'extended_analysis_def' } as const;

export const analysisView = wireObject(analysis, names);
export type AnalysisView = z.output<typeof analysisView>;
export const analysisEdited = wireObject(
  { ...transformationOutcome, entryId: z.string().optional(), ...analysis },
  names,
);
export type AnalysisEdited = z.output<typeof analysisEdited>;

type Label = string | number | boolean;
const isLabel = (value: unknown): value is Label =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
const isShown = (value: unknown): value is ShownCount =>
  typeof value === 'string' || Number.isSafeInteger(value);

const labelForm = { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] };
const countForm = { anyOf: [{ type: 'integer' }, { type: 'string' }] };

/** A scalar where the axis has one concept, a list with one label for each concept otherwise. */
const axis = z
  .custom<(Label | Label[])[]>(
    (value) => Array.isArray(value) && value.every((each) => isLabel(each) || isListOf(isLabel)(each)),
  )
  .meta(listForm({ anyOf: [...labelForm.anyOf, listForm(labelForm)] }));
const line = longList(isShown, countForm);
const cells = longList(isListOf(isShown), listForm(countForm));

/** Distinct subjects of each row, of each column, and of all of them; none is the sum of its cells (rule 6.1). */
const totals = wireObject({
  rows: line,
  columns: line,
  all: z.custom<ShownCount>(isShown).meta(countForm),
});
export type CrossTabTotals = z.output<typeof totals>;

/** Distinct subjects by row and column; cells do not add up to the cohort (rule 6.1). An empty one may be `{}`. */
export const crossTab = wireObject({
  columns: axis.default([]),
  index: axis.default([]),
  data: cells.default([]),
  /** Absent where nothing is shown. */
  totals: totals.optional(),
});
export type CrossTab = z.output<typeof crossTab>;
export type AxisLabel = Label;

/** Which small-number rule acts on a reply: `mark` stands for 1 … threshold − 1 and for what protects such figures. */
export const smallNumberNote = wireObject({
  rule: z.literal('small_numbers'),
  threshold: z.int(),
  mark: z.string(),
  explanation: z.string(),
});
export type SmallNumberNote = z.output<typeof smallNumberNote>;

/** `suppression` is null where the caller gets every figure as it is. */
export const analysisResult = wireObject(
  {
    dataset: crossTab.nullable(),
    cohort: cohortDefinitionWire.default([]),
    definition: analysisDefinitionWire.default({ rows: [], cols: [] }),
    warnings: sentences,
    errors: sentences,
    suppression: smallNumberNote.nullable().optional(),
    /** Of the subjects that were counted, and of the cross-tab over them (rule 3.26). */
    cohortReceipt: z.string().optional(),
    analysisReceipt: z.string().optional(),
  },
  { cohort: 'cohort_def', definition: 'analysis_def' },
);
export type AnalysisResult = z.output<typeof analysisResult>;
