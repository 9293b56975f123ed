import type { TableDefinition, TableField } from '@atrium/contract/wire/tableDefinition';
import type { MemberContext } from '../../definition/memberContext.ts';
import type { EditErrorCode } from '../../definition/outcome.ts';
import type { Concept } from '../../dictionary/dictionary.ts';
import { type Lookup, missingConcept } from '../../dictionary/lookup.ts';
import { mayUseConcept, precisionOf, showsYearsOnly, timeOf } from '../../visibility/rights.ts';
import { isCount, parseAggregation } from '../aggregations/aggregations.ts';
import { columnSubject } from '../aggregations/columnSubject.ts';
import { withDefaultColumns } from '../defaultTable.ts';
import type { CheckedColumn, CheckedTable } from './checkedTable.ts';

/** Reads a definition for one member; one without columns reads as the defaults (rule 5.10). */
export function checkTable(given: TableDefinition, context: MemberContext): CheckedTable {
  const definition = withDefaultColumns(given, context);
  const columns = definition.fields.map((field) => checkColumn(field, context));
  const warnings = columns.flatMap((column) => (column.kind === 'broken' ? [column.message] : []));
  return { definition, columns, warnings: [...new Set(warnings)] };
}

/** Concepts of which this member may see values, and the subject id where it is only counted (rule 1.19). */
function maySee(concept: Concept, method: string | null, { lookup, member }: MemberContext): boolean {
  if (mayUseConcept(concept, member)) return true;
  return concept.id === lookup.dictionary.subjectIdConceptId && isCount(method);
}

/** The subject id, where it is hidden but may be counted (rule 1.19). */
export const countedSubject = (
  id: string,
  method: string | null,
  { subjectId }: Lookup,
): Concept | undefined => (subjectId?.id === id && isCount(method) ? subjectId : undefined);

/** The field as a column that can be queried, or why this member cannot have it. */
export function checkColumn(field: TableField, context: MemberContext): CheckedColumn {
  const { lookup, member } = context;
  const broken = (code: EditErrorCode, message: string): CheckedColumn => ({
    kind: 'broken',
    field,
    code,
    message,
  });
  const method = field.aggregate ? field.aggregationMethod : null;
  const concept = lookup.concept(field.conceptId) ?? countedSubject(field.conceptId, method, lookup);
  const subject = concept === undefined ? null : columnSubject(concept, context);
  if (concept === undefined || subject === null) {
    return broken('not_found', missingConcept(field.conceptId, lookup));
  }
  if (!maySee(concept, method, context)) return broken('not_allowed', `You may not use ${concept.title}.`);
  const precision = { ...precisionOf(concept, member), time: timeOf(concept, member) };
  if (!field.aggregate) return { kind: 'stacked', field, subject, ...precision };

  const parsed = parseAggregation(method ?? '', field.aggregationSettings ?? {}, subject);
  if (parsed.kind === 'refused') {
    const sentences = parsed.errors.map(({ message }) => message).join(' ');
    return broken(parsed.errors[0]?.code ?? 'not_fitting', `${concept.title}: ${sentences}`);
  }
  return {
    kind: 'aggregated',
    field,
    subject,
    ...precision,
    aggregation: parsed.aggregation,
    eventYearsOnly: subject.start === null || showsYearsOnly(subject.start, member),
    eventTime: subject.start === null ? null : timeOf(subject.start, member),
    criteriaSetId: field.aggregationCriteriaSet ?? null,
  };
}
