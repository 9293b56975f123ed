import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DescribedFiles, describeFiles } from './describeFiles.ts';
import { type Imported, importTiny } from './tinyWarehouse.ts';

/** Describes the files as they are and imports them so, as a newcomer does. */
export async function describeAndLoad(
  files: Readonly<Record<string, string | Buffer>>,
  given: Parameters<typeof describeFiles>[1] = {},
): Promise<DescribedFiles & Imported> {
  const described = await describeFiles(files, given);
  await writeFile(join(described.folder, 'datapackage.json'), JSON.stringify(described.descriptor));
  const imported = await importTiny({ tables: [] }, { packagePath: described.folder });
  return { ...described, ...imported };
}
