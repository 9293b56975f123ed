import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { temporaryFolder } from './temporaryFolder.ts';

type Json = Readonly<Record<string, unknown>>;

/** A resource as a test writes it: `csv` becomes its file, gzipped when its path says so. */
export interface TinyTable {
  readonly name: string;
  readonly fields: readonly Json[];
  readonly csv?: string;
  readonly path?: string | readonly string[];
  readonly schema?: Json;
  readonly rest?: Json;
}

export interface TinyPackage {
  readonly tables: readonly TinyTable[];
  readonly atrium?: Json;
  readonly rest?: Json;
  /** Further files by path. */
  readonly files?: Readonly<Record<string, string | Buffer>>;
}

/** A root table of persons with an id only. */
export const persons = (ids: readonly string[] = ['p1', 'p2', 'p3']): TinyTable => ({
  name: 'person',
  fields: [{ name: 'person_id', type: 'string' }],
  schema: { primaryKey: 'person_id' },
  csv: `person_id\n${ids.join('\n')}\n`,
});

/** A foreign key to `persons`. */
export const toPerson = {
  foreignKeys: [{ fields: 'person_id', reference: { resource: 'person', fields: 'person_id' } }],
};

export const key = (name: string): Json => ({ name, type: 'string', atrium: { publish: false } });

/** The files of a package by path. */
export function packageFiles({ tables, atrium, rest, files }: TinyPackage): Map<string, Buffer> {
  const paths = tables.map(({ name, path }) => path ?? `${name}.csv`);
  const descriptor = {
    name: 'tiny',
    resources: tables.map(({ name, fields, schema, rest: more }, index) => ({
      name,
      path: paths[index],
      schema: { fields, ...schema },
      ...more,
    })),
    ...(atrium === undefined ? {} : { atrium }),
    ...rest,
  };
  const written = new Map([['datapackage.json', Buffer.from(JSON.stringify(descriptor))]]);
  tables.forEach(({ csv }, index) => {
    const path = paths[index];
    if (csv === undefined || typeof path !== 'string') return;
    written.set(path, path.endsWith('.gz') ? gzipSync(csv) : Buffer.from(csv));
  });
  for (const [path, content] of Object.entries(files ?? {})) written.set(path, Buffer.from(content));
  return written;
}

/** Writes the package into a folder of its own and returns the folder. */
export async function writeTinyPackage(tiny: TinyPackage): Promise<string> {
  const folder = await temporaryFolder();
  for (const [path, content] of packageFiles(tiny)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}
