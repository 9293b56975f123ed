import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

interface WrittenTable {
  readonly fields: readonly object[];
  /** Below the header, each row as its cells or as a line of CSV. */
  readonly rows: readonly (string | readonly unknown[])[];
  /** Further parts of the schema, such as its keys. */
  readonly schema?: object;
  readonly atrium?: object;
}

/** Writes a data package with these tables into a folder, and returns the folder. */
export async function writePackage(
  folder: string,
  tables: Readonly<Record<string, WrittenTable>>,
  atrium?: object,
): Promise<string> {
  const resources = Object.entries(tables).map(([name, { fields, schema, rows: _, ...rest }]) => ({
    ...{ name, path: `${name}.csv`, schema: { ...schema, fields } },
    ...rest,
  }));
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, 'datapackage.json'),
    JSON.stringify({ name: 'written', resources, ...(atrium && { atrium }) }),
  );
  for (const [name, { fields, rows }] of Object.entries(tables)) {
    const header = fields.map((field) => ('name' in field ? field.name : '')).join(',');
    const lines = rows.map((row) => (typeof row === 'string' ? row : row.join(',')));
    await writeFile(path.join(folder, `${name}.csv`), [header, ...lines, ''].join('\n'));
  }
  return folder;
}
