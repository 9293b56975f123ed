import type { PackageField } from '@atrium/contract/documents/dataPackage';

/** How one column of the common data model comes into the package; columns that are not listed come along unpublished. */
export type CdmColumn =
  | {
      readonly name: string;
      readonly title: string;
      readonly kind: 'field';
      readonly field: Partial<PackageField>;
    }
  /** A concept as a code of the ontology. */
  | { readonly name: string; readonly title: string; readonly kind: 'code' }
  /** A concept by its name, in a column `…_name`; where it has none, the text of another column. */
  | { readonly name: string; readonly title: string; readonly kind: 'label'; readonly orElse?: string };

export interface CdmTable {
  readonly name: string;
  readonly title: string;
  readonly titlePlural?: string;
  readonly columns: readonly CdmColumn[];
  readonly event?: { readonly start: string; readonly end?: string };
  readonly key?: string;
}

const field = (name: string, title: string, properties: Partial<PackageField>): CdmColumn => ({
  name,
  title,
  kind: 'field',
  field: properties,
});
const day = (name: string, title: string): CdmColumn =>
  field(name, title, { type: 'date', atrium: { phi: true } });
const number = (name: string, title: string): CdmColumn => field(name, title, { type: 'number' });
const code = (name: string, title: string): CdmColumn => ({ name, title, kind: 'code' });
const label = (name: string, title: string, orElse?: string): CdmColumn => ({
  name,
  title,
  kind: 'label',
  ...(orElse === undefined ? {} : { orElse }),
});

export const personTable: CdmTable = {
  name: 'person',
  title: 'Person',
  key: 'person_id',
  columns: [
    field('person_id', 'Person', { type: 'string', atrium: { type: 'text', phi: true } }),
    label('gender_concept_id', 'Gender', 'gender_source_value'),
    field('year_of_birth', 'Year of birth', { type: 'year' }),
    field('birth_datetime', 'Birth date', { type: 'datetime', atrium: { phi: true, time: false } }),
    label('race_concept_id', 'Race', 'race_source_value'),
    label('ethnicity_concept_id', 'Ethnicity', 'ethnicity_source_value'),
    field('person_source_value', 'Person in the source', { type: 'string', atrium: { phi: true } }),
  ],
};

/** Tables whose rows belong to persons. */
export const eventTables: readonly CdmTable[] = [
  {
    name: 'condition_occurrence',
    title: 'Condition',
    columns: [
      code('condition_concept_id', 'Condition'),
      day('condition_start_date', 'Start'),
      day('condition_end_date', 'End'),
      label('condition_type_concept_id', 'Type of record'),
      label('condition_status_concept_id', 'Status'),
      field('stop_reason', 'Reason of the end', { type: 'string', atrium: { type: 'category' } }),
    ],
    event: { start: 'condition_start_date', end: 'condition_end_date' },
  },
  {
    name: 'condition_era',
    title: 'Condition era',
    columns: [
      code('condition_concept_id', 'Condition'),
      day('condition_era_start_date', 'Start'),
      day('condition_era_end_date', 'End'),
      number('condition_occurrence_count', 'Occurrences'),
    ],
    event: { start: 'condition_era_start_date', end: 'condition_era_end_date' },
  },
  {
    name: 'drug_exposure',
    title: 'Drug exposure',
    columns: [
      code('drug_concept_id', 'Drug'),
      day('drug_exposure_start_date', 'Start'),
      day('drug_exposure_end_date', 'End'),
      label('drug_type_concept_id', 'Type of record'),
      number('quantity', 'Quantity'),
      number('days_supply', 'Supply (days)'),
      label('route_concept_id', 'Route'),
      field('stop_reason', 'Reason of the end', { type: 'string', atrium: { type: 'category' } }),
    ],
    event: { start: 'drug_exposure_start_date', end: 'drug_exposure_end_date' },
  },
  {
    name: 'drug_era',
    title: 'Drug era',
    columns: [
      code('drug_concept_id', 'Drug'),
      day('drug_era_start_date', 'Start'),
      day('drug_era_end_date', 'End'),
      number('drug_exposure_count', 'Exposures'),
      number('gap_days', 'Gap (days)'),
    ],
    event: { start: 'drug_era_start_date', end: 'drug_era_end_date' },
  },
  {
    name: 'procedure_occurrence',
    title: 'Procedure',
    columns: [
      code('procedure_concept_id', 'Procedure'),
      day('procedure_date', 'Date'),
      day('procedure_end_date', 'End'),
      label('procedure_type_concept_id', 'Type of record'),
      number('quantity', 'Quantity'),
    ],
    event: { start: 'procedure_date', end: 'procedure_end_date' },
  },
  {
    name: 'measurement',
    title: 'Measurement',
    columns: [
      code('measurement_concept_id', 'Measurement'),
      day('measurement_date', 'Date'),
      label('operator_concept_id', 'Operator'),
      number('value_as_number', 'Value'),
      label('value_as_concept_id', 'Value as a concept'),
      label('unit_concept_id', 'Unit', 'unit_source_value'),
      number('range_low', 'Range, low'),
      number('range_high', 'Range, high'),
    ],
    event: { start: 'measurement_date' },
  },
  {
    name: 'observation',
    title: 'Observation',
    columns: [
      code('observation_concept_id', 'Observation'),
      day('observation_date', 'Date'),
      number('value_as_number', 'Value'),
      field('value_as_string', 'Value as text', { type: 'string', atrium: { type: 'text', phi: true } }),
      label('value_as_concept_id', 'Value as a concept'),
      label('unit_concept_id', 'Unit', 'unit_source_value'),
    ],
    event: { start: 'observation_date' },
  },
  {
    name: 'visit_occurrence',
    title: 'Visit',
    columns: [
      code('visit_concept_id', 'Visit'),
      day('visit_start_date', 'Start'),
      day('visit_end_date', 'End'),
    ],
    event: { start: 'visit_start_date', end: 'visit_end_date' },
  },
  {
    name: 'device_exposure',
    title: 'Device exposure',
    columns: [
      code('device_concept_id', 'Device'),
      day('device_exposure_start_date', 'Start'),
      day('device_exposure_end_date', 'End'),
      number('quantity', 'Quantity'),
    ],
    event: { start: 'device_exposure_start_date', end: 'device_exposure_end_date' },
  },
  {
    name: 'observation_period',
    title: 'Observation period',
    columns: [day('observation_period_start_date', 'Start'), day('observation_period_end_date', 'End')],
    event: { start: 'observation_period_start_date', end: 'observation_period_end_date' },
  },
  {
    name: 'death',
    title: 'Death',
    columns: [
      day('death_date', 'Date'),
      code('cause_concept_id', 'Cause'),
      label('death_type_concept_id', 'Type of record'),
    ],
    event: { start: 'death_date' },
  },
];
