import { type DescribedPackage, type DescribedTable, withCatalogue } from '../describedTable.ts';
import { fileFormat } from '../fileFormat.ts';
import { type PackageSource, pathObjection } from '../packageSource.ts';

/** Checks that every file which the import would load is in the package and has a known format. */
export async function checkFiles(described: DescribedPackage, source: PackageSource): Promise<string[]> {
  const { descriptor } = described;
  const loaded = withCatalogue(described);
  const problems = loaded.flatMap((table) => checkFormat(table, described));
  for (const table of loaded) {
    for (const path of table.paths) {
      problems.push(...(await checkPath(path, `resource ${table.name}`, source)));
    }
  }
  for (const { id, path, format, terms } of descriptor.atrium?.ontologies ?? []) {
    const isFile = path !== undefined && format !== undefined;
    const isInline = path === undefined && format === undefined;
    if (terms === undefined ? !isFile : !isInline)
      problems.push(`ontology ${id}: it must have a path and a format, or else terms`);
    if (path !== undefined) problems.push(...(await checkPath(path, `ontology ${id}`, source)));
  }
  return problems;
}

function checkFormat({ name, paths, resource }: DescribedTable, { descriptor }: DescribedPackage): string[] {
  const format = fileFormat(paths, resource, descriptor);
  return format.kind === 'unknown' ? format.problems.map((problem) => `resource ${name}: ${problem}`) : [];
}

async function checkPath(path: string, owner: string, source: PackageSource): Promise<string[]> {
  const objection = pathObjection(path);
  if (objection !== null) return [`${owner}: the path "${path}" ${objection}`];
  const size = await source.sizeOf(path);
  return size === null ? [`${owner}: there is no file "${path}" in the package`] : [];
}
