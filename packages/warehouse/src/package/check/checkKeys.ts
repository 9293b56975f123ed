import {
  type DescribedPackage,
  type DescribedReference,
  type DescribedTable,
  findField,
  isList,
} from '../describedTable.ts';

/** Checks that primary and foreign keys name fields that exist, and that no table names rows of a root without a key. */
export function checkKeys({ all, loaded, root }: DescribedPackage): string[] {
  const names = new Set(loaded);
  return [
    ...(root?.primaryKey.length === 0 ? checkRootWithoutKey(root, loaded) : []),
    ...all.flatMap((table) =>
      [
        ...(names.has(table) ? checkPrimaryKey(table) : []),
        ...table.references.flatMap((reference) => checkReference(reference, table, all)),
      ].map((problem) => `resource ${table.name}: ${problem}`),
    ),
  ];
}

/** Rows of a root without a key are known by their numbers only, so nothing can name them. */
const checkRootWithoutKey = (root: DescribedTable, loaded: readonly DescribedTable[]): string[] =>
  loaded
    .filter((table) => table !== root)
    .flatMap((table) => table.references.map((reference) => ({ table, ...reference })))
    .filter(({ target }) => target === root.name)
    .map(
      ({ table, fields }) =>
        `resource ${table.name}: its foreign key (${fields.join(', ')}) leads to the root "${root.name}", which has no primary key`,
    );

function checkPrimaryKey(table: DescribedTable): string[] {
  return table.primaryKey.flatMap((name) => {
    const field = findField(table, name);
    if (field === undefined) return [`its primary key names the field "${name}", which does not exist`];
    return isList(field) ? [`its primary key names the list "${name}"; a key has one value`] : [];
  });
}

function checkReference(
  { fields, target, targetFields }: DescribedReference,
  table: DescribedTable,
  all: readonly DescribedTable[],
): string[] {
  const key = `its foreign key (${fields.join(', ')})`;
  const own = fields.filter((name) => findField(table, name) === undefined);
  const other = all.find(({ name }) => name === target);
  const problems = own.map((name) => `${key} names the field "${name}", which does not exist`);
  if (other === undefined)
    return [...problems, `${key} leads to the resource "${target}", which does not exist`];
  const absent = targetFields.filter((name) => findField(other, name) === undefined);
  problems.push(
    ...absent.map((name) => `${key} leads to the field "${name}" of ${target}, which does not exist`),
  );
  if (targetFields.some((name) => isList(findField(other, name)))) {
    problems.push(`${key} leads to a list; a key has one value`);
  }
  if (fields.length !== targetFields.length) {
    problems.push(`${key} has ${fields.length} fields but leads to ${targetFields.length}`);
  }
  if (fields.length > 1 && fields.some((name) => isList(findField(table, name)))) {
    problems.push(`${key} joins a list to other fields; a list must stand alone`);
  }
  return problems;
}
