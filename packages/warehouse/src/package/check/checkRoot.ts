import type { ConceptType } from '@atrium/contract/documents/dataPackage';
import { conceptTypeOf } from '../conceptRules.ts';
import { type DescribedPackage, isPublished } from '../describedTable.ts';

/** Checks the root, and the concepts and tables that the package as a whole names. */
export function checkRoot(described: DescribedPackage): string[] {
  const { descriptor, all } = described;
  const { atrium } = descriptor;
  const problems: string[] = [];
  if (atrium?.files !== undefined && !all.some(({ name }) => name === atrium.files)) {
    problems.push(`package: the files resource "${atrium.files}" does not exist`);
  }
  return [
    ...problems,
    ...checkRootName(described),
    ...checkDefaultColumns(described),
    ...checkOverview(described),
    ...checkFamilies(described),
    ...checkDataUse(described),
    ...checkMetrics(described),
  ];
}

/** A root that is not clear (rule 10.29), and one that cannot be loaded, which is refused with the resources that are left out. */
function checkRootName({ descriptor, all, loaded, root, leftOut, candidates }: DescribedPackage): string[] {
  const name = descriptor.atrium?.root;
  if (name === undefined && candidates.length > 1)
    return [
      `package: any of these tables could have the row of each subject (${candidates.join(', ')}): choose one with atrium.root`,
    ];
  if (name === undefined && root?.primaryKey.length === 0)
    return [
      `package: nothing says that ${root.name} has one row for each subject, since it has no primary key: choose the table with atrium.root`,
    ];
  if (root !== undefined || loaded.length === 0 || leftOut.some((one) => one.name === name)) return [];
  return [describeMissingRoot(name, all)];
}

function describeMissingRoot(name: string | undefined, all: DescribedPackage['all']): string {
  if (name === undefined) {
    return 'package: every loaded resource has a foreign key that leads out of it, so none can be the root';
  }
  return all.some((table) => table.name === name)
    ? `package: the root "${name}" is not loaded as a collection`
    : `package: the root "${name}" does not exist`;
}

function checkDefaultColumns(described: DescribedPackage): string[] {
  const ids = new Set(publishedConcepts(described).map(({ id }) => id));
  return (described.descriptor.atrium?.defaultColumns ?? [])
    .filter((id) => !ids.has(id))
    .map((id) => `package: the default column "${id}" is not a concept`);
}

/** Concepts of the root give the roles in a family. */
function checkFamilies({ descriptor, root }: DescribedPackage): string[] {
  const { field, role } = descriptor.atrium?.families ?? {};
  return [field, role].flatMap((name) => {
    const found = name === undefined ? undefined : root?.fields.find((one) => one.name === name);
    if (name === undefined || root === undefined) return [];
    if (found === undefined)
      return [`package: families name the field "${name}", which the root does not have`];
    return isPublished(found) && found.type !== 'list'
      ? []
      : [`package: families name the field "${name}", which must be a concept with one value`];
  });
}

/** The codes of a subject stand in one choice of the root (rule 1.25). */
function checkDataUse({ descriptor, root }: DescribedPackage): string[] {
  const name = descriptor.atrium?.dataUse?.field;
  if (name === undefined || root === undefined) return [];
  const found = root.fields.find((field) => field.name === name);
  if (found === undefined)
    return [`package: dataUse names the field "${name}", which the root does not have`];
  return isPublished(found) && found.type !== 'list' && conceptTypeOf(found) === 'category'
    ? []
    : [`package: dataUse names the field "${name}", which must be a category with one value`];
}

/** An overview draws bars or a histogram; a text has neither, and an ontology has a tree. */
const drawable: ReadonlySet<ConceptType> = new Set([
  'category',
  'boolean',
  'number',
  'number_with_categories',
  'age',
  'date',
]);

function checkOverview(described: DescribedPackage): string[] {
  const types = new Map(publishedConcepts(described).map(({ id, type }) => [id, type]));
  return (described.descriptor.atrium?.settings?.overviewConcepts ?? []).flatMap((id) => {
    const type = types.get(id);
    if (type === undefined) return [`package: the overview concept "${id}" is not a concept`];
    return drawable.has(type) ? [] : [`package: the overview concept "${id}" must not be of type ${type}`];
  });
}

/** Public figures count people by choices that members who see aggregates only may see too (rule 14.7). */
function checkMetrics(described: DescribedPackage): string[] {
  const concepts = new Map(publishedConcepts(described).map((concept) => [concept.id, concept]));
  return Object.entries(described.descriptor.atrium?.metrics?.traits ?? {}).flatMap(([trait, of]) => {
    const name = `package: the concept "${of?.concept}" of the metrics trait "${trait}"`;
    const concept = concepts.get(of?.concept ?? '');
    if (concept === undefined) return [`${name} is not a concept`];
    if (concept.type !== 'category' && concept.type !== 'boolean')
      return [`${name} must be a category or a boolean, not of type ${concept.type}`];
    return concept.isOpen ? [] : [`${name} must be neither protected nor closed to aggregates`];
  });
}

const publishedConcepts = ({ loaded }: DescribedPackage) =>
  loaded.flatMap((table) =>
    table.fields.filter(isPublished).map((field) => ({
      id: field.conceptId,
      type: conceptTypeOf(field),
      isOpen: field.atrium?.phi !== true && field.atrium?.aggregatable !== false,
    })),
  );
