import type { DataPackage, PackageField, PackageOntology } from '@atrium/contract/documents/dataPackage';
import type { CategoryNode, Concept, Dictionary, OntologyDocument } from '@atrium/engine';
import { conceptTypeOf } from '../conceptRules.ts';
import { type DescribedPackage, findField, isPublished, type NamedTable } from '../describedTable.ts';
import type { OntologySource, PackagePlan } from '../packagePlan.ts';
import { warnOfUnsaidPolarity } from '../polarity.ts';
import { planCatalogue } from './planCatalogue.ts';
import { type PlannedCollection, planCollections } from './planCollections.ts';
import { planConcept } from './planConcept.ts';
import { planTable } from './planTable.ts';
import { findSubjectPaths, type RoutedTable } from './subjectPath.ts';

const isProtectedDate = (field: PackageField): boolean =>
  conceptTypeOf(field) === 'date' && field.atrium?.phi === true;

/** An age in whole years is coarser than the year of a date. */
const isOpenAge = (field: PackageField): boolean =>
  conceptTypeOf(field) === 'age' && field.atrium?.phi !== true && field.atrium?.unit !== 'years';

/**
 * A warning where ages in days are open beside protected dates. Together with an open date, such an age tells the
 * protected day; together with years, it limits which day it can be (rule 10.19).
 */
function warnOfOpenAges({ loaded }: DescribedPackage): readonly string[] {
  const named = (is: (field: PackageField) => boolean): readonly string[] =>
    loaded.flatMap(({ name, fields }) =>
      fields.filter((field) => isPublished(field) && is(field)).map((field) => `${name}.${field.name}`),
    );
  const [dates, ages] = [named(isProtectedDate), named(isOpenAge)];
  if (dates.length === 0 || ages.length === 0) return [];
  return [
    `Ages in days are open (${ages.join(', ')}) beside protected dates (${dates.join(', ')}). ` +
      'An age with an open date gives a protected date, and with years alone it leaves few days of them. ' +
      'Protect these ages too (atrium.phi), give them in years, or leave the dates out.',
  ];
}

/** Plans a package that passed its checks: the dictionary of a release of this year, and what to load of each file. */
export function planPackage(
  described: DescribedPackage,
  datasetId: string,
  year: number,
): Omit<PackagePlan, 'rootDerivedFrom'> {
  const { descriptor, loaded, root, leftOut } = described;
  if (root === undefined) throw new Error('A package without a root cannot be planned.');
  const routed = findSubjectPaths(loaded, root);
  const collections = planCollections(routed, loaded);
  const categories = planCategories(described);
  const concepts = planConcepts(described, { collections, categories, year });
  const ontologies = (descriptor.atrium?.ontologies ?? []).map((ontology, index) => ({
    id: ontology.id,
    title: ontology.title,
    number: index + 1,
    source: ontologySource(ontology),
  }));
  const subjectIdConceptId = subjectConceptOf(root);
  const catalogue = planCatalogue(described, routed.length);
  const { families, dataUse } = descriptor.atrium ?? {};
  const dictionary: Dictionary = {
    datasetId,
    rootCollectionId: root.name,
    subjectIdConceptId,
    eventTime: eventTimeOf(loaded),
    collections: [...collections.values()].map(({ collection }) => collection),
    concepts: [...concepts.values()].flatMap((ofTable) => [...ofTable.values()]),
    categories,
    ontologies: ontologies.map(({ id, number, title }) => ({
      id,
      number,
      title: title ?? id,
      version: null,
    })),
    defaultColumns:
      descriptor.atrium?.defaultColumns ?? (subjectIdConceptId === null ? [] : [subjectIdConceptId]),
    ...(families && { families: planFamilies(families, root) }),
    ...(descriptor.atrium?.metrics === undefined ? {} : { metrics: descriptor.atrium.metrics }),
    ...(dataUse && { dataUse: planDataUse(dataUse, root) }),
  };
  const keyFields = keyFieldsOf(routed, collections);
  for (const name of catalogue?.subject?.targetFields ?? [])
    keyFields.get(catalogue?.subject?.target ?? '')?.add(name);
  return {
    dictionary,
    tables: routed.map((route, index) =>
      planTable(route, {
        descriptor,
        number: index + 1,
        collection: collections.get(route.table.name)?.collection ?? null,
        concepts: concepts.get(route.table.name) ?? new Map(),
        relations: collections.get(route.table.name)?.relations ?? [],
        keyFields: keyFields.get(route.table.name) ?? new Set(),
      }),
    ),
    ontologies,
    catalogue,
    settings: descriptor.atrium?.settings ?? {},
    leftOut,
    warnings: [...warnOfOpenAges(described), ...warnOfUnsaidPolarity(described)],
  };
}

function planFamilies(
  { field, role, ...words }: NonNullable<NonNullable<DataPackage['atrium']>['families']>,
  root: NamedTable,
): NonNullable<Dictionary['families']> {
  const conceptOf = (name: string): string => findField(root, name)?.conceptId ?? '';
  return { familyConceptId: conceptOf(field), roleConceptId: conceptOf(role), ...words };
}

/** Which codes occur is known when the subjects are stored. */
const planDataUse = (
  { field, codes, titles, aggregates }: NonNullable<NonNullable<DataPackage['atrium']>['dataUse']>,
  root: NamedTable,
): NonNullable<Dictionary['dataUse']> => ({
  conceptId: field === undefined ? null : (findField(root, field)?.conceptId ?? ''),
  occurring: codes === undefined ? [] : [{ codes, subjects: 0 }],
  titles,
  forAggregates: aggregates ?? null,
});

function ontologySource({ id, path, format, version, terms }: PackageOntology): OntologySource {
  if (terms !== undefined) return { kind: 'inline', document: inlineDocument(version, terms) };
  if (path === undefined || format === undefined) throw new Error(`The ontology ${id} has no source.`);
  return { kind: 'file', path, format };
}

const inlineDocument = (
  version: string | undefined,
  terms: NonNullable<PackageOntology['terms']>,
): OntologyDocument => ({
  version: version ?? null,
  terms: terms.map(({ code, label, parents }) => ({
    code,
    label,
    parents: parents ?? [],
    synonyms: [],
    alternatives: [],
    isObsolete: false,
    replacedBy: null,
  })),
});

function planCategories({ descriptor }: DescribedPackage): CategoryNode[] {
  const categories = descriptor.atrium?.categories ?? [];
  const numbers = new Map(categories.map(({ id }, index) => [id, index + 1]));
  return categories.map(({ id, title, parent }, index) => ({
    number: index + 1,
    id,
    title: title ?? id,
    parentNumber: parent === undefined ? null : (numbers.get(parent) ?? null),
  }));
}

/** Concepts by table and field, numbered in package order. */
function planConcepts(
  { loaded }: DescribedPackage,
  context: {
    collections: ReadonlyMap<string, PlannedCollection>;
    categories: readonly CategoryNode[];
    year: number;
  },
): ReadonlyMap<string, ReadonlyMap<string, Concept>> {
  const { categories, year } = context;
  let number = 0;
  return new Map(
    loaded
      .filter(({ name }) => context.collections.has(name))
      .map((table) => [
        table.name,
        new Map(
          table.fields
            .filter(isPublished)
            .map((field) => [field.name, planConcept(field, { table, number: ++number, categories, year })]),
        ),
      ]),
  );
}

function subjectConceptOf(root: NamedTable): string | null {
  const [key, ...more] = root.primaryKey;
  const field = key === undefined ? undefined : findField(root, key);
  return field !== undefined && more.length === 0 && isPublished(field) ? field.conceptId : null;
}

function eventTimeOf(loaded: readonly NamedTable[]): Dictionary['eventTime'] {
  for (const table of loaded) {
    const start = table.resource.atrium?.event?.start;
    const field = start === undefined ? undefined : findField(table, start);
    if (field !== undefined) return conceptTypeOf(field) === 'age' ? 'age' : 'date';
  }
  return null;
}

/** For each table the fields by which it is joined: its primary key, and both sides of the foreign keys in use. */
function keyFieldsOf(
  routed: readonly RoutedTable[],
  collections: ReadonlyMap<string, PlannedCollection>,
): ReadonlyMap<string, Set<string>> {
  const keys = new Map<string, Set<string>>(
    routed.map(({ table }) => [table.name, new Set(table.primaryKey)]),
  );
  const add = (table: string, fields: readonly string[]): void => {
    for (const field of fields) keys.get(table)?.add(field);
  };
  for (const { table, path } of routed) {
    for (const { reference } of collections.get(table.name)?.relations ?? []) {
      add(table.name, reference.fields);
      add(reference.target, reference.targetFields);
    }
    if (path.kind === 'root') continue;
    add(path.kind === 'linked' ? path.link : table.name, path.reference.fields);
    add(path.reference.target, path.reference.targetFields);
  }
  return keys;
}
