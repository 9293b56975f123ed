import { createWriteStream } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isTableName } from '../describe/tableFiles.ts';
import { refusalOfSource } from '../import/refusalOfSource.ts';
import { PackageRefused } from '../package/packageErrors.ts';
import { createUnpackBudget, defaultUnpackLimits, type UnpackLimits } from '../package/unpackBudget.ts';
import { openInputs } from './inputFiles.ts';

/**
 * Copies the tables of a zip into a folder, without the folders in the zip, to be described there. Throws PackageRefused
 * where two have one name, or where a descriptor shows that the zip is a package already.
 */
export async function copyTables(
  zip: string,
  {
    folder,
    limits = defaultUnpackLimits,
  }: { readonly folder: string; readonly limits?: UnpackLimits | undefined },
): Promise<readonly string[]> {
  const inputs = await openInputs([zip], createUnpackBudget(limits));
  const names: string[] = [];
  try {
    for (const file of inputs.files) {
      const name = basename(file.path);
      if (name === 'datapackage.json')
        throw new PackageRefused([`${basename(zip)} holds a datapackage.json: import it as it is`]);
      if (!isTableName(name)) continue;
      if (names.some((known) => known.toLowerCase() === name.toLowerCase()))
        throw new PackageRefused([`${basename(zip)} holds two tables with the name ${name}`]);
      names.push(name);
      await pipeline(await file.open(), createWriteStream(join(folder, name), { flags: 'wx', mode: 0o600 }));
    }
  } catch (error) {
    throw refusalOfSource(error);
  } finally {
    await inputs.close();
  }
  return names;
}
