import type { PackageField } from '@atrium/contract';
import type { Concept } from '@atrium/engine';
import { conceptTypeOf, declaredValuesOf, lexicalTypeOf } from '../conceptRules.ts';
import { type DescribedTable, isList } from '../describedTable.ts';
import type { CastRule, FieldPlan } from '../packagePlan.ts';

export interface FieldUse {
  readonly concept: Concept | null;
  readonly isEventTime: boolean;
  readonly isKey: boolean;
}

/** How a column is read, split and cast; defaults are the standard's. */
export function planField(field: PackageField, table: DescribedTable, use: FieldUse): FieldPlan {
  const declared = declaredValuesOf(field);
  const missing = field.missingValues ?? table.resource.schema?.missingValues ?? [''];
  const isSoleKey = table.primaryKey.length === 1 && table.primaryKey[0] === field.name;
  return {
    name: field.name,
    place: table.fields.indexOf(field),
    rule: planRule(field),
    delimiter: isList(field) ? (field.delimiter ?? ',') : null,
    missingValues: new Set(missing.map((value) => (typeof value === 'string' ? value : value.value))),
    isRequired: field.constraints?.required ?? false,
    isUnique: (field.constraints?.unique ?? false) && !isSoleKey,
    allowedValues: declared.length > 0 ? new Set(declared) : null,
    ontologyId: use.concept?.ontologyId ?? null,
    ...use,
  };
}

function planRule(field: PackageField): CastRule {
  return {
    lexical: lexicalTypeOf(field),
    target: conceptTypeOf(field),
    ageUnit: field.atrium?.unit === 'years' ? 'years' : 'days',
    datePattern: ['date', 'datetime'].includes(lexicalTypeOf(field)) ? datePatternOf(field.format) : null,
    trueValues: field.trueValues ?? null,
    falseValues: field.falseValues ?? null,
    decimalChar: field.decimalChar ?? '.',
    groupChar: field.groupChar ?? null,
    bareNumber: field.bareNumber ?? true,
  };
}

/** `default` and `any` are ISO; `fmt:` is how packages before version 1 introduced a pattern. */
export function datePatternOf(format: string | undefined): string | null {
  if (format === undefined || format === 'default' || format === 'any') return null;
  return format.replace(/^fmt:/, '');
}
