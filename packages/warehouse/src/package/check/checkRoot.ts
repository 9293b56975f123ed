import type { ConceptType } from '@atrium/contract';
import { conceptIdOf, conceptTypeOf } from '../conceptRules.ts';
import { type DescribedPackage, isPublished } from '../describedTable.ts';
import { findSubjectPaths } from '../plan/subjectPath.ts';

/** Checks the root, every table's path to it, and the concepts and tables that the package as a whole names. */
export function checkRoot(described: DescribedPackage): string[] {
  const { descriptor, all, loaded, root } = described;
  const { atrium } = descriptor;
  const problems: string[] = [];
  if (atrium?.files !== undefined && !all.some(({ name }) => name === atrium.files)) {
    problems.push(`package: the files resource "${atrium.files}" does not exist`);
  }
  if (root === undefined) {
    return [
      ...problems,
      describeMissingRoot(described),
      ...checkDefaultColumns(described),
      ...checkOverview(described),
    ];
  }
  const paths = findSubjectPaths(loaded, root);
  for (const table of loaded) {
    if (paths.some((path) => path.table === table)) continue;
    problems.push(`resource ${table.name}: no foreign key leads to the root "${root.name}"`);
  }
  return [...problems, ...checkDefaultColumns(described), ...checkOverview(described)];
}

function describeMissingRoot({ descriptor, all }: DescribedPackage): string {
  const name = descriptor.atrium?.root;
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

/** An overview draws bars or a histogram; a text has neither, and an ontology has a tree. */
const drawable: ReadonlySet<ConceptType> = new Set(['category', 'boolean', 'number', 'age', 'date']);

function checkOverview(described: DescribedPackage): string[] {
  const types = new Map(publishedConcepts(described).map(({ id, type }) => [id, type]));
  return (described.descriptor.atrium?.settings?.overviewConcepts ?? []).flatMap((id) => {
    const type = types.get(id);
    if (type === undefined) return [`package: the overview concept "${id}" is not a concept`];
    return drawable.has(type) ? [] : [`package: the overview concept "${id}" must not be of type ${type}`];
  });
}

const publishedConcepts = ({ loaded, root }: DescribedPackage) =>
  loaded.flatMap((table) =>
    table.fields
      .filter(isPublished)
      .map((field) => ({ id: conceptIdOf(field, table, root), type: conceptTypeOf(field) })),
  );
