import { mayBePrefilter, type PackageField } from '@atrium/contract/documents/dataPackage';
import { conceptTypeOf, isCastable, lexicalTypeOf, sharedLabels } from '../conceptRules.ts';
import { datePatternFaults, datePatternsOf } from '../datePattern.ts';
import { type DescribedPackage, type DescribedTable, findField, isPublished } from '../describedTable.ts';

interface KnownNames {
  readonly categories: ReadonlySet<string>;
  readonly ontologies: ReadonlySet<string>;
}

/** The type, unit, ontology, category and prefilter of each field. */
export function checkFields({ descriptor, loaded }: DescribedPackage): string[] {
  const known: KnownNames = {
    categories: new Set((descriptor.atrium?.categories ?? []).map(({ id }) => id)),
    ontologies: new Set((descriptor.atrium?.ontologies ?? []).map(({ id }) => id)),
  };
  return loaded.flatMap((table) =>
    table.fields.flatMap((field) => {
      const owner = `resource ${table.name}, field ${field.name}`;
      return [
        ...checkType(field, known),
        ...checkSpelling(field),
        ...checkCodes(field),
        ...checkCategoryAndLink(field, known),
        ...checkPrefilter(field, table),
        ...sharedLabels(field).map((label) => `several of its categories are "${label}"`),
      ].map((problem) => `${owner}: ${problem}`);
    }),
  );
}

function checkType(field: PackageField, known: KnownNames): string[] {
  const type = conceptTypeOf(field);
  const { ontology, unit } = field.atrium ?? {};
  const problems: string[] = [];
  if (!isCastable(field)) problems.push(`a ${field.type} cannot be read as ${type}`);
  if (type === 'ontology' && ontology === undefined)
    problems.push('it is of type ontology but names no ontology');
  if (type !== 'ontology' && ontology !== undefined)
    problems.push(`it names an ontology but is of type ${type}`);
  if (ontology !== undefined && !known.ontologies.has(ontology)) {
    problems.push(`the ontology "${ontology}" does not exist`);
  }
  if (type === 'age' && unit !== undefined && unit !== 'days' && unit !== 'years') {
    problems.push(`the unit of an age is days or years, not "${unit}"`);
  }
  for (const pattern of (type === 'date' ? datePatternsOf(field) : null) ?? []) {
    const faults = datePatternFaults(pattern);
    if (faults.length > 0)
      problems.push(`its date format "${pattern}" has ${faults.join(', ')}, which cannot be read`);
  }
  const hasUnit = type === 'age' || type === 'number' || type === 'number_with_categories';
  if (unit !== undefined && !hasUnit) problems.push(`a ${type} has no unit`);
  return problems;
}

/** What is said of the spelling of cells suits the type of the field. */
function checkSpelling(field: PackageField): string[] {
  const { formats, units = [], spellings = [] } = field.atrium ?? {};
  const type = conceptTypeOf(field);
  const problems: string[] = [];
  if (formats !== undefined && type !== 'date')
    problems.push(`it has formats of dates but is of type ${type}`);
  if (formats !== undefined && field.format !== undefined) problems.push('it has both format and formats');
  const isNumber = ['integer', 'number'].includes(lexicalTypeOf(field)) && ['number', 'age'].includes(type);
  if (units.length > 0 && !isNumber) problems.push('it has units behind numbers but is no integer or number');
  for (const { text } of units) {
    if (/^[\d.,+-]/.test(text)) problems.push(`the unit "${text}" begins like a number`);
    if (units.filter((other) => other.text === text).length > 1)
      problems.push(`the unit "${text}" is there twice`);
  }
  if (spellings.length > 0 && type !== 'category' && type !== 'text')
    problems.push(`it has spellings of values but is of type ${type}`);
  const valueBy = new Map(spellings.map(({ text, value }) => [text.trim(), value]));
  for (const { text, value } of spellings) {
    if (valueBy.get(text.trim()) !== value) problems.push(`"${text.trim()}" is a spelling of several values`);
    if (valueBy.has(value)) problems.push(`"${value}" is both a value and a spelling of another one`);
  }
  return [...new Set(problems)];
}

/** Each text stands for one code. */
function checkCodes(field: PackageField): string[] {
  const codes = field.atrium?.codes;
  if (codes === undefined) return [];
  const type = conceptTypeOf(field);
  if (type !== 'ontology') return [`it has codes but is of type ${type}`];
  const codeOf = new Map<string, string>();
  const contested = new Set<string>();
  for (const { text, code } of codes) {
    const known = codeOf.get(text.trim()) ?? code;
    if (known !== code) contested.add(text.trim());
    codeOf.set(text.trim(), known);
  }
  return [...contested].map((text) => `"${text}" stands for several of its codes`);
}

function checkCategoryAndLink(field: PackageField, known: KnownNames): string[] {
  const { category, link } = field.atrium ?? {};
  const problems: string[] = [];
  if (category !== undefined && !known.categories.has(category)) {
    problems.push(`the category "${category}" does not exist`);
  }
  if (link !== undefined && !link.includes('{value}')) problems.push('its link lacks {value}');
  return problems;
}

function checkPrefilter(field: PackageField, table: DescribedTable): string[] {
  const name = field.atrium?.prefilter?.field;
  if (name === undefined) return [];
  const prefilter = findField(table, name);
  if (prefilter === undefined) return [`its prefilter "${name}" is not a field of the same table`];
  if (prefilter === field) return ['it is its own prefilter'];
  if (!isPublished(prefilter)) return [`its prefilter "${name}" is not published`];
  const type = conceptTypeOf(prefilter);
  return mayBePrefilter(type) ? [] : [`its prefilter "${name}" must be a category or text, not ${type}`];
}
