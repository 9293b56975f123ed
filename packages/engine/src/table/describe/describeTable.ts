import { disarmed } from '@atrium/contract/documents/formulas';
import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import { allRecords, type TableDefinition, type TableField } from '@atrium/contract/wire/tableDefinition';
import type { ColumnView, ExtendedTable } from '@atrium/contract/wire/tableView';
import { setNames } from '../../cohort/describe/setNames.ts';
import { hiddenConceptId } from '../../cohort/redactCohort.ts';
import type { Concept } from '../../dictionary/dictionary.ts';
import { eventEnd, eventStart, type Lookup } from '../../dictionary/lookup.ts';
import type { CheckedColumn, CheckedTable } from '../check/checkedTable.ts';

/** The names that a table shows and does not own: those of concepts, and those of the cohort's criteria sets. */
export interface DescribeContext {
  readonly lookup: Lookup;
  readonly cohort: CohortDefinition;
}

/** The table as the client draws it (rule 5.15); broken columns stay, marked. */
export function describeTable(table: CheckedTable, { lookup, cohort }: DescribeContext): ExtendedTable {
  const sets = criteriaSetNames(cohort, lookup);
  const fields = table.columns.map((column) => describeColumn(column, lookup, sets));
  return {
    tableType: 'subject',
    fields,
    sort: table.definition.sort.flatMap(({ entryId, direction }) => {
      const field = fields.find((candidate) => candidate.entryId === entryId);
      return field === undefined ? [] : [{ entryId, direction, label: field.conceptName }];
    }),
  };
}

/**
 * The names of an export's columns: the person's own, else the labels with the unit of the cells, by entry id; numbered
 * where two are the same; none for broken columns (rules 5.16 and 5.18).
 */
export const columnHeadings = (
  extended: ExtendedTable,
  units: ReadonlyMap<string, string> = new Map(),
): readonly string[] =>
  uniqueNames(
    extended.fields
      .filter((field) => !field.hasErrors)
      .map(({ entryId, alias, label }) => disarmed(alias ?? withUnit(label, units.get(entryId)))),
  );

const withUnit = (label: string, unit: string | undefined): string =>
  unit === undefined ? label : `${label} (${unit})`;

function describeColumn(column: CheckedColumn, lookup: Lookup, sets: readonly NamedSet[]): ColumnView {
  const { field } = column;
  const isHidden = column.kind === 'broken' && lookup.hidden.concept(field.conceptId);
  const concept = column.kind === 'broken' ? lookup.concept(field.conceptId) : column.subject.concept;
  const conceptName = isHidden ? 'A column' : (concept?.title ?? field.conceptId);
  const set = restrictingSet(column, sets);
  return {
    entryId: field.entryId,
    conceptId: isHidden ? hiddenConceptId : field.conceptId,
    conceptName,
    collection: describeCollection(concept, lookup),
    categories: concept === undefined ? [] : lookup.categoryPath(concept).map(({ title }) => title),
    label: columnLabel(column, conceptName, set),
    canDelete: true,
    canSort: column.kind !== 'broken',
    hasErrors: column.kind === 'broken',
    aggregate: field.aggregate,
    alias: isHidden ? null : (field.alias ?? null),
    categorize: false,
    ...(field.aggregate ? describeAggregation(isHidden ? redactField(field) : field, set) : {}),
  };
}

/** The criteria set that the column's rows are limited to, if the cohort still has it on the column's collection. */
function restrictingSet(
  column: CheckedColumn,
  sets: readonly NamedSet[],
): Pick<NamedSet, 'name'> | undefined {
  if (column.kind !== 'aggregated') return undefined;
  if (column.criteriaSetId === allRecords) return { name: 'All records' };
  return sets.find(
    (set) => set.entryId === column.criteriaSetId && set.collectionId === column.subject.collection.id,
  );
}

function columnLabel(
  column: CheckedColumn,
  conceptName: string,
  set: Pick<NamedSet, 'name'> | undefined,
): string {
  if (column.kind !== 'aggregated') return conceptName;
  const label = `${conceptName} (${column.aggregation.words})`;
  return set === undefined ? label : `[${set.name}] ${label}`;
}

function describeCollection(concept: Concept | undefined, lookup: Lookup): ColumnView['collection'] {
  const collection = concept === undefined ? undefined : lookup.collection(concept.collectionId);
  if (collection === undefined) return { collectionId: '', eventDateField: null, eventEndDateField: null };
  return {
    collectionId: collection.id,
    eventDateField: eventStart(collection, lookup)?.id ?? null,
    eventEndDateField: eventEnd(collection, lookup)?.id ?? null,
  };
}

const describeAggregation = (
  field: TableField,
  set: Pick<NamedSet, 'name'> | undefined,
): Partial<ColumnView> => ({
  aggregationMethod: field.aggregationMethod ?? '',
  aggregationSettings: field.aggregationSettings ?? {},
  aggregationCriteriaSet: field.aggregationCriteriaSet ?? null,
  aggregationCriteriaSetName: set?.name ?? null,
});

/** The names, with a number where one occurs again in whatever case: `Age`, `Age (2)`. */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let number = 2; taken.has(unique.toLowerCase()); number += 1) unique = `${name} (${number})`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}

interface NamedSet {
  readonly entryId: string;
  readonly collectionId: string;
  readonly name: string;
}

/** The sub-collection sets of a cohort about the subject, with the names by which people know them (rule 2.26). */
export function criteriaSetNames(cohort: CohortDefinition, lookup: Lookup): readonly NamedSet[] {
  const names = setNames(cohort, lookup);
  return cohort.flatMap((set) => {
    const name = names.get(set.entryId);
    if (name === undefined || set.collectionId === lookup.root.id || set.about !== undefined) return [];
    return [{ entryId: set.entryId, collectionId: set.collectionId, name }];
  });
}

/** A column of a hidden concept: its position, and nothing of what it shows. */
const redactField = (field: TableField): TableField => ({
  entryId: field.entryId,
  conceptId: hiddenConceptId,
  aggregate: field.aggregate,
  aggregationMethod: field.aggregationMethod ?? null,
});

/** The definition as it is shown to a member who may no longer use all of it; the stored one stays as it is. */
export const redactTable = ({ definition, columns }: CheckedTable, lookup: Lookup): TableDefinition => ({
  ...definition,
  fields: columns.map(({ kind, field }) =>
    kind === 'broken' && lookup.hidden.concept(field.conceptId) ? redactField(field) : field,
  ),
});
