import type { ConceptType, PackageField } from '@atrium/contract/documents/dataPackage';
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
    case 'datetime':
      return 'date';
    case 'integer':
    case 'number':
    case 'year':
      return hasLabels(field) ? 'category' : 'number';
    case 'duration':
      return 'age';
    default:
      return declaredValuesOf(field).length > 0 ? 'category' : 'text';
  }
}

/** Whether the days of the field have their times beside them (rule 10.17). */
export const keepsTime = (field: PackageField): boolean =>
  conceptTypeOf(field) === 'date' && (field.atrium?.time ?? lexicalTypeOf(field) === 'datetime');

const writtenAs: Readonly<Record<ConceptType, readonly LexicalType[]>> = {
  category: lexicalTypes,
  text: lexicalTypes,
  ontology: lexicalTypes,
  boolean: ['boolean', 'string', 'integer'],
  date: ['date', 'datetime', 'string'],
  number: ['integer', 'number', 'year', 'string'],
  number_with_categories: ['integer', 'number', 'string'],
  age: ['duration', 'integer', 'number', 'string'],
};

/** Whether values of the field's standard type can be cast to its concept type. */
export const isCastable = (field: PackageField): boolean =>
  writtenAs[conceptTypeOf(field)].includes(lexicalTypeOf(field));

interface DeclaredValue {
  readonly value: string;
  readonly label: string;
}

function categoriesOf({ categories }: PackageField): readonly DeclaredValue[] | undefined {
  return categories?.map((entry) => {
    const value = String(typeof entry === 'object' ? entry.value : entry);
    const label = typeof entry === 'object' ? (entry.label?.trim() ?? '') : '';
    return { value, label: label === '' ? value : label };
  });
}

/** Values of `categories`, or else of `constraints.enum`, in the package's order; of both where there are both. */
export function declaredValuesOf(field: PackageField): readonly string[] {
  const listed = field.constraints?.enum?.map(String);
  const values = categoriesOf(field)?.map(({ value }) => value);
  if (values === undefined) return listed ?? [];
  return listed === undefined ? values : values.filter((value) => listed.includes(value));
}

const hasLabels = (field: PackageField): boolean =>
  categoriesOf(field)?.some(({ value, label }) => value !== label) ?? false;

const labelled: ReadonlySet<ConceptType> = new Set(['category', 'text', 'number_with_categories']);

/** Labels by value; null where there are none, or where the values are no words. */
export function labelsOf(field: PackageField): ReadonlyMap<string, string> | null {
  const type = conceptTypeOf(field);
  if (!hasLabels(field) || !labelled.has(type)) return null;
  return new Map(categoriesOf(field)?.map(({ value, label }) => [value, label]));
}

/** The declared values as members see them. */
export function shownValuesOf(field: PackageField): readonly string[] {
  const labels = labelsOf(field);
  return declaredValuesOf(field).map((value) => labels?.get(value) ?? value);
}

/** Labels and values that several categories share, where values are kept by their labels. */
export function sharedLabels(field: PackageField): readonly string[] {
  if (labelsOf(field) === null) return [];
  const categories = categoriesOf(field) ?? [];
  const shared = (texts: readonly string[]) => texts.filter((text, index) => texts.indexOf(text) < index);
  return [
    ...new Set([
      ...shared(categories.map(({ value }) => value)),
      ...shared(categories.map(({ label }) => label)),
    ]),
  ];
}
