import { unreachable } from '@atrium/contract/errors/unreachable';
import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import type { AggregationInput, TableOptions } from '@atrium/contract/wire/concept';
import { allRecords, type TableField } from '@atrium/contract/wire/tableDefinition';
import type { MemberContext } from '../../definition/memberContext.ts';
import type { Concept } from '../../dictionary/dictionary.ts';
import type { InputSpec } from '../aggregations/aggregation.ts';
import { methodsFor } from '../aggregations/aggregations.ts';
import { columnSubject } from '../aggregations/columnSubject.ts';
import { valueLimit } from '../aggregations/inputs.ts';
import { checkColumn } from '../check/checkTable.ts';
import { newColumn } from '../defaultTable.ts';
import { criteriaSetNames } from './describeTable.ts';

export interface TableOptionsContext extends MemberContext {
  readonly cohort: CohortDefinition;
  /**
   * The values that a has-value column may look for. Callers should give those in the data; by default they are the
   * dictionary's.
   */
  readonly values?: readonly string[];
  /** The id that the caller asked about; echoed even where no column has it. */
  readonly entryId?: string;
  /** The column of that id, if the table has it. */
  readonly field?: TableField;
}

/** The state of the column editor for a concept (rule 3.22); null where this member may not use the concept. */
export function tableOptions(concept: Concept, context: TableOptionsContext): TableOptions | null {
  const { lookup, cohort } = context;
  const subject = columnSubject(concept, context);
  const field = context.field ?? newColumn(concept, '', lookup);
  const isOpen = checkColumn(newColumn(concept, '', lookup), context).kind !== 'broken';
  if (subject === null || !isOpen) return null;
  const held = field.aggregate ? (field.aggregationSettings ?? {}) : {};
  const sets = criteriaSetNames(cohort, lookup).filter((set) => set.collectionId === concept.collectionId);
  const mayDiffer = sets.length > 0 || field.aggregationCriteriaSet === allRecords;
  return {
    aggregationOptions: methodsFor(subject).map(({ id, group, label, inputs }) => ({
      id,
      group,
      label,
      selected: field.aggregate && field.aggregationMethod === id,
      inputs: inputs.map((spec) => toInput(spec, { concept, context, held: held[spec.id] })),
    })),
    ...(context.entryId === undefined ? {} : { entryId: context.entryId }),
    criteriaSetOptions: Object.fromEntries([
      ...(mayDiffer ? [[allRecords, 'All records of the subject'] as const] : []),
      ...sets.map(({ entryId, name }) => [entryId, name] as const),
    ]),
    selectedAggregationCriteriaSet: field.aggregationCriteriaSet ?? null,
    entryAlias: field.alias ?? null,
  };
}

interface InputState {
  readonly concept: Concept;
  readonly context: TableOptionsContext;
  readonly held: AggregationInput['selected'] | undefined;
}

function toInput(spec: InputSpec, { concept, context, held }: InputState): AggregationInput {
  const { id, label } = spec;
  const chosen = Array.isArray(held) ? held : [];
  switch (spec.kind) {
    case 'choice':
      return {
        id,
        label,
        type: 'select',
        selected: held ?? spec.initial,
        options: spec.options.map(([value, words]) => [value, words]),
      };
    case 'values': {
      const offered = [...new Set([...chosen, ...(context.values ?? concept.declaredValues)])];
      const options = offered.slice(0, valueLimit).map((value): [string, string] => [value, value]);
      return { id, label, type: 'multiselect', selected: chosen, options };
    }
    case 'searchedValues':
      return {
        id,
        label,
        type: 'ajax_multiselect',
        selected: chosen,
        optionsCallback: valueSearch(concept, context.lookup.dictionary.datasetId),
      };
    default:
      return unreachable(spec);
  }
}

const valueSearch = (concept: Concept, datasetId: string): string =>
  `/api/v2/${datasetId}/concepts/${concept.id}/cohort_def_callback/?show_all_data=true&records_per_page=200&json_flavor=select2&search=`;
