import type { DataPackage } from '@atrium/contract/documents/dataPackage';
import { findUnsafe } from '@atrium/contract/documents/unsafeCharacters';
import { isConceptId } from '../conceptIds.ts';
import { type DescribedPackage, type DescribedTable, isPublished } from '../describedTable.ts';

const maxTableName = 57;

/**
 * Identifiers: unique, of the right letters, and never starting with `_`, which marks our own columns (rule 10.5).
 */
export function checkNames(described: DescribedPackage): string[] {
  const { descriptor, all, loaded } = described;
  return [
    ...checkTexts(descriptor),
    ...describeDuplicates(
      all.map(({ name }) => name),
      (name) => `package: the resource name "${name}"`,
    ),
    ...loaded.flatMap(checkTableName),
    ...loaded.flatMap(checkFieldNames),
    ...checkConceptIds(described),
    ...checkCategories(descriptor),
    ...describeDuplicates(
      (descriptor.atrium?.ontologies ?? []).map(({ id }) => id),
      (id) => `package: the ontology id "${id}"`,
    ),
  ];
}

function checkTableName({ name }: DescribedTable): string[] {
  if (name.startsWith('_')) return [`resource ${name}: its name must not start with _`];
  return Buffer.byteLength(name) > maxTableName
    ? [`resource ${name}: its name is longer than ${maxTableName} bytes`]
    : [];
}

function checkFieldNames(table: DescribedTable): string[] {
  const names = table.fields.map(({ name }) => name);
  const hidden = table.fields.filter((field) => isPublished(field) && field.name.startsWith('_'));
  return [
    ...(names.length === 0 ? [`resource ${table.name}: it has no schema with fields`] : []),
    ...names
      .filter((name, index) => names.indexOf(name) < index)
      .map((name) => `resource ${table.name}: the field "${name}" is described twice`),
    ...hidden.map(({ name }) => `resource ${table.name}, field ${name}: its name must not start with _`),
  ];
}

function checkConceptIds({ loaded }: DescribedPackage): string[] {
  const concepts = loaded.flatMap((table) =>
    table.fields
      .filter((field) => isPublished(field) && !field.name.startsWith('_'))
      .map((field) => ({
        id: field.conceptId,
        owner: `resource ${table.name}, field ${field.name}`,
      })),
  );
  const ownersOf = (id: string): string =>
    concepts
      .filter((concept) => concept.id.toLowerCase() === id.toLowerCase())
      .map(({ owner }) => owner)
      .join('; ');
  return [
    ...concepts
      .filter(({ id }) => !isConceptId(id))
      .map(
        ({ id, owner }) =>
          `${owner}: "${id}" cannot be a concept id (letters, digits and _, at most 63, not starting with _); give it an atrium.id`,
      ),
    ...describeDuplicates(
      concepts.map(({ id }) => id),
      (id) => `package: the concept id "${id}" (${ownersOf(id)})`,
    ),
  ];
}

function checkCategories({ atrium }: DataPackage): string[] {
  const categories = atrium?.categories ?? [];
  const parents = new Map(categories.map(({ id, parent }) => [id, parent]));
  const isCyclic = (id: string): boolean => {
    const visited = new Set([id]);
    for (let above = parents.get(id); above !== undefined; above = parents.get(above)) {
      if (above === id) return true;
      if (visited.has(above)) return false;
      visited.add(above);
    }
    return false;
  };
  return [
    ...describeDuplicates(
      categories.map(({ id }) => id),
      (id) => `package: the category id "${id}"`,
    ),
    ...categories
      .filter(({ parent }) => parent !== undefined && !parents.has(parent))
      .map(({ id, parent }) => `category ${id}: its parent "${parent}" does not exist`),
    ...categories.filter(({ id }) => isCyclic(id)).map(({ id }) => `category ${id}: it stands under itself`),
  ];
}

/** One sentence for each name that occurs more than once; names that differ only in case count as one. */
function describeDuplicates(names: readonly string[], describe: (name: string) => string): string[] {
  const counts = new Map<string, string[]>();
  for (const name of names) {
    const key = name.toLowerCase();
    counts.set(key, [...(counts.get(key) ?? []), name]);
  }
  return [...counts.values()].flatMap((same) => {
    if (same.length === 1) return [];
    const spellings = [...new Set(same)];
    const hint = spellings.length > 1 ? ` (also spelled ${spellings.slice(1).join(', ')})` : '';
    return [`${describe(spellings[0] ?? '')} occurs ${same.length} times${hint}`];
  });
}

/** Keys whose texts reach scripts, manifests and headers. Names of fields do not: they are those of the columns of files. */
const writtenKeys = /(^|\.)(name|title|titlePlural|id|path(\[\d+\])?|version)$/;
const fieldName = /\.fields\[\d+\]\.name$/;

/** Names, titles, paths and ids of a descriptor that hold a line break or another unsafe character (rule 10.31). */
function checkTexts(descriptor: DataPackage): string[] {
  return textsIn(descriptor, 'package').flatMap(({ at, text }) => {
    const found = writtenKeys.test(at) && !fieldName.test(at) ? findUnsafe(text) : null;
    if (found === null) return [];
    return [`${at}: holds the character ${found}, which a name, title, path or id may not hold`];
  });
}

interface FoundText {
  /** As package.resources[0].title. */
  readonly at: string;
  readonly text: string;
}

function textsIn(value: unknown, at: string): readonly FoundText[] {
  if (typeof value === 'string') return [{ at, text: value }];
  if (Array.isArray(value)) return value.flatMap((one, index) => textsIn(one, `${at}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => textsIn(one, `${at}.${key}`));
}
