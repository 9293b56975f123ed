import { storage, tableOf, textOrder, toQuery } from '@atrium/engine';
import { sql } from 'kysely';
import type { FileKind } from '../layout/releaseIndex.ts';
import type { Building } from './building.ts';
import { rowsBySubject } from './positions.ts';
import { codesAsGiven } from './rowCodes.ts';

/** Of a catalogue with more types, or more bytes than numbers hold exactly, statements count the files. */
const maxKinds = 10_000;
const maxBytes = 2 ** 53;

/** Adds the catalogue of files, where the release has one. */
export async function addFiles({ source, release, writer, subjects }: Building): Promise<void> {
  if (release.lookup.dictionary.files === undefined) return;
  const table = tableOf(release, storage.files);
  const grouped = sql`SELECT f.type, f.access, count(*) AS files, sum(f.size) AS bytes,
      sum(CASE WHEN f.subjects = 0 THEN 1 ELSE 0 END) AS alone,
      sum(CASE WHEN f.subjects = 0 THEN f.size ELSE 0 END) AS alone_bytes
    FROM ${table} AS f GROUP BY f.type, f.access`;
  const order = sql`${textOrder(sql`g.type`, release.dialect)},
    ${textOrder(sql`coalesce(g.access, '')`, release.dialect)}, g.access IS NULL`;
  const lines = await source.rows(toQuery(sql`SELECT g.* FROM (${grouped}) AS g ORDER BY ${order}`));
  const bytes = lines.reduce((sum, line) => sum + Number(line['bytes']), 0);
  if (lines.length > maxKinds || bytes >= maxBytes) return;
  const kinds = lines.map(
    ({ type, access, alone, alone_bytes }): FileKind => ({
      type: String(type),
      access: access === null ? null : String(access),
      alone: { files: Number(alone), bytes: Number(alone_bytes) },
    }),
  );
  const [counted] = await source.rows(toQuery(sql`SELECT coalesce(max(_file), 0) AS last FROM ${table}`));
  const length = Number(counted?.['last'] ?? 0) + 1;
  const numbered = sql`SELECT g.type, g.access, CAST(row_number() OVER (ORDER BY ${order}) AS INTEGER) AS code
    FROM (${grouped}) AS g`;
  const { add, codes } = codesAsGiven(length, kinds.length);
  const sizes = new Float64Array(length);
  await source.columns(
    toQuery(sql`SELECT f._file AS file, k.code, f.size FROM ${table} AS f JOIN (${numbered}) AS k
      ON k.type = f.type AND coalesce(k.access, '') = coalesce(f.access, '')
        AND (k.access IS NULL) = (f.access IS NULL)`),
    ([files = [], read = [], size = []], count) => {
      add(files, read, count);
      for (let line = 0; line < count; line += 1) sizes[files[line] ?? 0] = size[line] ?? 0;
    },
  );
  writer.addFiles({ kinds, codes, sizes, ...(await readLinks({ source, release, subjects })) });
}

/** The files of each subject, in the order of their numbers. */
async function readLinks({ source, release, subjects }: Omit<Building, 'writer'>) {
  const query = toQuery(
    sql`SELECT s._file AS file, s._subject - 1 AS subject FROM ${tableOf(release, storage.fileSubjects)} AS s`,
  );
  const { offsets, rows: numbers } = await rowsBySubject(source, query, subjects);
  for (let subject = 0; subject < subjects; subject += 1)
    numbers.subarray(offsets[subject], offsets[subject + 1]).sort();
  return { offsets, numbers };
}
