import type { CirceCriterion } from '@atrium/contract/documents/circe';
import type { Collection, Concept } from '../../../dictionary/dictionary.ts';
import { eventStart, type Lookup } from '../../../dictionary/lookup.ts';

/** How a kind of event of Circe is named in the OMOP common data model: its table, and the column of its concept. */
const eventTables: Readonly<Record<string, { readonly table: string; readonly code: string }>> = {
  ConditionOccurrence: { table: 'condition_occurrence', code: 'condition_concept_id' },
  ConditionEra: { table: 'condition_era', code: 'condition_concept_id' },
  DrugExposure: { table: 'drug_exposure', code: 'drug_concept_id' },
  DrugEra: { table: 'drug_era', code: 'drug_concept_id' },
  ProcedureOccurrence: { table: 'procedure_occurrence', code: 'procedure_concept_id' },
  Measurement: { table: 'measurement', code: 'measurement_concept_id' },
  Observation: { table: 'observation', code: 'observation_concept_id' },
  VisitOccurrence: { table: 'visit_occurrence', code: 'visit_concept_id' },
  DeviceExposure: { table: 'device_exposure', code: 'device_concept_id' },
};

export const periodKind = 'ObservationPeriod';
const periodTable = 'observation_period';

/** Whether a criterion asks for any observation period. */
export function isAnyPeriod(criterion: CirceCriterion): boolean {
  const [[kind, restrictions] = ['', {}], ...others] = Object.entries(criterion);
  return kind === periodKind && others.length === 0 && Object.keys(restrictions).length === 0;
}

/** A kind of event that the dataset has: rows with a term of the OMOP vocabularies. */
export interface OmopEvents {
  readonly kind: string;
  readonly collection: Collection;
  readonly code: Concept;
  readonly start: Concept | null;
  /** What Circe calls a restriction of the start. */
  readonly startField: string;
  /** Of measurements and observations. */
  readonly value: Concept | null;
}

/** A column of a table, whose concept may have the name of the table before its own. */
const columnOf = ({ id }: Collection, column: string, { concept }: Lookup): Concept | null =>
  concept(`${id}_${column}`) ?? concept(column) ?? null;

export function omopEvents(kind: string, lookup: Lookup): OmopEvents | null {
  const table = eventTables[kind];
  const collection = lookup.collection(table?.table ?? '');
  if (table === undefined || collection === undefined) return null;
  const code = columnOf(collection, table.code, lookup);
  if (code?.type !== 'ontology' || code.collectionId !== collection.id) return null;
  const value = columnOf(collection, 'value_as_number', lookup);
  return {
    kind,
    collection,
    code,
    start: eventStart(collection, lookup),
    startField: kind.endsWith('Era') ? 'EraStartDate' : 'OccurrenceStartDate',
    value: value?.collectionId === collection.id && value.type === 'number' ? value : null,
  };
}

/** The kind of event whose table this collection is. */
export function omopEventsOf(collectionId: string, lookup: Lookup): OmopEvents | null {
  const kind = Object.keys(eventTables).find((name) => eventTables[name]?.table === collectionId);
  return kind === undefined ? null : omopEvents(kind, lookup);
}

/** The periods in which somebody was observed; without them Circe finds nobody. */
export const observationPeriods = (lookup: Lookup): Collection | null =>
  lookup.collection(periodTable) ?? null;

/** What Circe calls the traits of persons, and the columns that hold their names. */
export const personTraits = {
  Gender: 'gender_concept_name',
  Race: 'race_concept_name',
  Ethnicity: 'ethnicity_concept_name',
} as const;
export type PersonTrait = keyof typeof personTraits;

/** Standard concepts of the vocabulary Gender. */
export const genderIds: Readonly<Record<string, number>> = { MALE: 8507, FEMALE: 8532 };
