import { topCodedYearIn } from '@atrium/contract/calendar/ages';
import { conceptUses, type PackageField } from '@atrium/contract/documents/dataPackage';
import { type CategoryNode, type Concept, pluralOf } from '@atrium/engine';
import { conceptTypeOf, keepsTime, lexicalTypeOf, shownValuesOf } from '../conceptRules.ts';
import { type DescribedField, findField, isList, type NamedTable } from '../describedTable.ts';

export interface ConceptContext {
  readonly table: NamedTable;
  readonly number: number;
  readonly categories: readonly CategoryNode[];
  /** The calendar year in which the release is made; it says which years are top-coded (rule 1.23). */
  readonly year: number;
}

/** A published field as a concept of the dictionary. */
export function planConcept(
  field: DescribedField,
  { table, number, categories, year }: ConceptContext,
): Concept {
  const extras = field.atrium ?? {};
  const type = conceptTypeOf(field);
  const isNumber = type === 'number' || type === 'number_with_categories';
  const title = field.title ?? field.name;
  return {
    id: field.conceptId,
    number,
    type,
    title,
    titlePlural: field.atrium?.titlePlural ?? pluralOf(title),
    description: field.description ?? '',
    collectionId: table.name,
    categoryNumber: categories.find(({ id }) => id === extras.category)?.number ?? null,
    isMultiple: isList(field),
    uses: extras.uses ?? conceptUses,
    hasPhi: extras.phi ?? false,
    isAggregatable: extras.aggregatable ?? true,
    isInteger: isNumber && isWhole(field),
    keepsDigits: false,
    words: [],
    unit: isNumber ? (extras.unit ?? null) : null,
    time: keepsTime(field) ? 'minute' : null,
    topCodedYear: type === 'date' ? topCodedYearIn(year) : null,
    ontologyId: type === 'ontology' ? (extras.ontology ?? null) : null,
    prefilter: planPrefilter(field, table),
    link: extras.link ?? null,
    declaredValues: type === 'category' || type === 'text' ? shownValuesOf(field) : [],
    ...plannedEdge(field, table),
    ...(extras.synonyms === undefined
      ? {}
      : { synonyms: extras.synonyms.map(({ text, value = null }) => ({ text, value })) }),
  };
}

function plannedEdge({ name }: DescribedField, { resource }: NamedTable): Pick<Concept, 'edge'> {
  const { event } = resource.atrium ?? {};
  if (event?.start === name) return { edge: 'start' };
  return event?.end === name ? { edge: 'end' } : {};
}

const isWhole = (field: PackageField): boolean => ['integer', 'year'].includes(lexicalTypeOf(field));

function planPrefilter(field: PackageField, table: NamedTable): Concept['prefilter'] {
  const { prefilter } = field.atrium ?? {};
  const target = prefilter === undefined ? undefined : findField(table, prefilter.field);
  if (prefilter === undefined || target === undefined) return null;
  return { conceptId: target.conceptId, mode: prefilter.mode };
}
