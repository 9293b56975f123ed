import type { DataPackage, PackageField } from '@atrium/contract/documents/dataPackage';
import type { ColumnReading } from '@atrium/contract/documents/fileReading';
import type { Collection, Concept } from '@atrium/engine';
import { conceptTypeOf, declaredValuesOf, keepsTime, labelsOf, lexicalTypeOf } from '../conceptRules.ts';
import { datePatternsOf } from '../datePattern.ts';
import { type DescribedTable, isList } from '../describedTable.ts';
import { fileFormat, filePlans } from '../fileFormat.ts';
import type { Bound, CastRule, FieldPlan, FieldsMatch, TablePlan, ValueLimits } from '../packagePlan.ts';
import type { RoutedTable } from './subjectPath.ts';

export interface TableContext {
  readonly descriptor: DataPackage;
  readonly number: number;
  readonly collection: Collection | null;
  readonly concepts: ReadonlyMap<string, Concept>;
  readonly relations: TablePlan['relations'];
  /** Fields of this table by which any table is joined. */
  readonly keyFields: ReadonlySet<string>;
}

/** What an import loads of a table: its concepts, event times and keys, and nothing else. */
export function planTable({ table, path }: RoutedTable, context: TableContext): TablePlan {
  const { resource, paths } = table;
  const format = fileFormat(paths, resource, context.descriptor);
  if (format.kind === 'unknown') throw new Error(`${table.name}: ${format.problems.join('; ')}`);
  const event = resource.atrium?.event;
  const eventFields = new Set(event === undefined ? [] : [event.start, event.end]);
  const fields = table.fields.flatMap((field) => {
    const use = {
      concept: context.collection === null ? null : (context.concepts.get(field.name) ?? null),
      isEventTime: eventFields.has(field.name),
      isKey: context.keyFields.has(field.name),
    };
    const isUsed = use.concept !== null || use.isEventTime || use.isKey;
    return isUsed ? [planField(field, table, use)] : [];
  });
  return {
    name: table.name,
    number: context.number,
    files: filePlans(paths, resource),
    format,
    fields,
    described: table.fields.map(({ name }) => name),
    fieldsMatch: matchOf(resource.schema?.fieldsMatch),
    primaryKey: table.primaryKey,
    subject: path,
    collection: context.collection,
    event: event === undefined ? null : { start: event.start, end: event.end ?? null },
    relations: context.relations,
  };
}

const matchOf = (given: FieldsMatch | readonly FieldsMatch[] | undefined): FieldsMatch | null =>
  (typeof given === 'string' ? given : given?.[0]) ?? null;

interface FieldUse {
  readonly concept: Concept | null;
  readonly isEventTime: boolean;
  readonly isKey: boolean;
}

/** How a column is split and cast; defaults are those of the standard. */
function planField(field: PackageField, table: DescribedTable, use: FieldUse): FieldPlan {
  const missing = field.missingValues ?? table.resource.schema?.missingValues;
  const isSoleKey = table.primaryKey.length === 1 && table.primaryKey[0] === field.name;
  return {
    ...planCells(field, missing),
    index: table.fields.indexOf(field),
    isUnique: (field.constraints?.unique ?? false) && !isSoleKey,
    ontologyId: use.concept?.ontologyId ?? null,
    ...use,
  };
}

const noUse = {
  index: 0,
  isUnique: false,
  ontologyId: null,
  concept: null,
  isEventTime: false,
  isKey: false,
};

/** How cells are read, as the plan of a field that nothing else is known of. */
export const planReading = (reading: ColumnReading): FieldPlan => ({
  ...planCells({ name: '', ...reading }, reading.missingValues),
  ...noUse,
});

function planCells(field: PackageField, missing: PackageField['missingValues'] = ['']) {
  const declared = declaredValuesOf(field);
  return {
    name: field.name,
    rule: planRule(field),
    declaredRule: planRule(field),
    delimiter: isList(field) ? (field.delimiter ?? ',') : null,
    listEscape: isList(field) ? (field.atrium?.listEscape ?? null) : null,
    missingValues: new Set(missing.map((value) => (typeof value === 'string' ? value : value.value))),
    isRequired: field.constraints?.required ?? false,
    allowedValues: declared.length > 0 ? new Set(declared) : null,
    labels: labelsOf(field),
    limits: planLimits(field),
    codeOf: codesOf(field),
    spellings: spellingsOf(field),
  };
}

const codesOf = ({ atrium }: PackageField): FieldPlan['codeOf'] =>
  atrium?.codes === undefined ? null : new Map(atrium.codes.map(({ text, code }) => [text.trim(), code]));

const spellingsOf = ({ atrium }: PackageField): FieldPlan['spellings'] =>
  atrium?.spellings === undefined
    ? null
    : new Map(atrium.spellings.map(({ text, value }) => [text.trim(), value]));

const unitsOf = ({ atrium }: PackageField): CastRule['units'] =>
  atrium?.units === undefined ? null : new Map(atrium.units.map(({ text, factor = 1 }) => [text, factor]));

function planLimits({ constraints }: PackageField): ValueLimits | null {
  const { pattern = null, minLength = null, maxLength = null } = constraints ?? {};
  const bounds = boundKeys.flatMap(({ key, ...kind }): Bound[] => {
    const value = constraints?.[key];
    return value === undefined ? [] : [{ key, ...kind, value }];
  });
  const isEmpty = bounds.length === 0 && pattern === null && minLength === null && maxLength === null;
  return isEmpty ? null : { bounds, pattern, minLength, maxLength };
}

const boundKeys = [
  { key: 'minimum', side: 'minimum', isExclusive: false },
  { key: 'exclusiveMinimum', side: 'minimum', isExclusive: true },
  { key: 'maximum', side: 'maximum', isExclusive: false },
  { key: 'exclusiveMaximum', side: 'maximum', isExclusive: true },
] as const;

function planRule(field: PackageField): CastRule {
  return {
    lexical: lexicalTypeOf(field),
    target: conceptTypeOf(field),
    ageUnit: field.atrium?.unit === 'years' ? 'years' : 'days',
    datePatterns: ['date', 'datetime'].includes(lexicalTypeOf(field)) ? datePatternsOf(field) : null,
    keepsTime: keepsTime(field),
    trueValues: field.trueValues ?? null,
    falseValues: field.falseValues ?? null,
    decimalChar: field.decimalChar ?? '.',
    groupChar: field.groupChar ?? null,
    bareNumber: field.bareNumber ?? true,
    units: unitsOf(field),
  };
}
