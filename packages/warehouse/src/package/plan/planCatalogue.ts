import { fileFields } from '../check/checkCatalogue.ts';
import type { DescribedPackage, NamedTable } from '../describedTable.ts';
import type { CataloguePlan, KeyReference, TablePlan } from '../packagePlan.ts';
import { planTable } from './planTable.ts';

/** Plans the catalogue of downloadable files; `before` tables have numbers already. */
export function planCatalogue(described: DescribedPackage, before: number): CataloguePlan | null {
  const { files, fileLinks, root, descriptor } = described;
  if (files === undefined) return null;
  const subject = subjectKey(fileLinks ?? files, { files, root });
  const owner = fileLinks?.references.find(({ target }) => target === files.name) ?? null;
  const plan = (table: NamedTable, number: number, names: readonly string[]): TablePlan => ({
    ...planTable(
      { table, path: { kind: 'root' }, sharedRows: false },
      {
        descriptor,
        number,
        collection: null,
        concepts: new Map(),
        relations: [],
        keyFields: new Set(names),
      },
    ),
    primaryKey: [],
  });
  const ownKeys = fileLinks === undefined ? (subject?.fields ?? []) : (owner?.targetFields ?? []);
  return {
    table: plan(files, before + 1, [...fileFields.map(({ name }) => name), ...ownKeys]),
    links:
      fileLinks === undefined || owner === null
        ? null
        : { table: plan(fileLinks, before + 2, [...owner.fields, ...(subject?.fields ?? [])]), owner },
    subject,
  };
}

/** The key to the root, else the first one to another table. */
const subjectKey = (
  from: NamedTable,
  { files, root }: { readonly files: NamedTable; readonly root: NamedTable | undefined },
): KeyReference | null =>
  from.references.find(({ target }) => target === root?.name) ??
  from.references.find(({ target }) => target !== files.name && target !== from.name) ??
  null;
