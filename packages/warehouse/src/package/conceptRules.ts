import type { ConceptType, PackageField } from '@atrium/contract';
import { isList } from './describedTable.ts';
import { type LexicalType, lexicalTypes } from './packagePlan.ts';

const isLexical = (type: string): type is LexicalType => lexicalTypes.some((lexical) => lexical === type);

/** The type in which a cell, or an item of a list, is written; a type that the portal does not know is text. */
export function lexicalTypeOf(field: PackageField): LexicalType {
  const type = (isList(field) ? field.itemType : field.type) ?? 'string';
  return isLexical(type) ? type : 'string';
}

/** `atrium.type`, or the concept type that goes with the standard's type (docs/data-packages.md). */
export function conceptTypeOf(field: PackageField): ConceptType {
  if (field.atrium?.type !== undefined) return field.atrium.type;
  if (field.atrium?.ontology !== undefined) return 'ontology';
  switch (lexicalTypeOf(field)) {
    case 'boolean':
      return 'boolean';
    case 'date':
      return 'date';
    case 'integer':
    case 'number':
    case 'year':
      return 'number';
    case 'duration':
      return 'age';
    default:
      return declaredValuesOf(field).length > 0 ? 'category' : 'text';
  }
}

const writtenAs: Readonly<Record<ConceptType, readonly LexicalType[]>> = {
  category: lexicalTypes,
  text: lexicalTypes,
  ontology: lexicalTypes,
  boolean: ['boolean', 'string', 'integer'],
  date: ['date', 'datetime', 'string'],
  number: ['integer', 'number', 'year', 'string'],
  age: ['duration', 'integer', 'number', 'string'],
};

/** Whether values of the field's standard type can be cast to its concept type. */
export const isCastable = (field: PackageField): boolean =>
  writtenAs[conceptTypeOf(field)].includes(lexicalTypeOf(field));

/** Values of `categories`, or else of `constraints.enum`, in the package's order. */
export function declaredValuesOf(field: PackageField): readonly string[] {
  const categories = field.categories?.map((entry) =>
    String(typeof entry === 'object' ? entry.value : entry),
  );
  return categories ?? field.constraints?.enum?.map(String) ?? [];
}
