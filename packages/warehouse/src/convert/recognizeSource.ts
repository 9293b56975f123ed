import { createUnpackBudget, defaultUnpackLimits, type UnpackLimits } from '../package/unpackBudget.ts';
import type { SourceFormat } from './conversion.ts';
import { type InputFile, openInputCsv, openInputs, plainNameOf, textOf } from './inputFiles.ts';
import { eventTables } from './omop/cdmTables.ts';
import { tableNameOf } from './omop/sourceTables.ts';
import { isPedFile } from './pedigree/convertPedigree.ts';
import { isPacketFile } from './phenopackets/readMessages.ts';
import { isDictionaryHeader } from './redcap/dictionary.ts';

/** What files seem to be, and why. */
export interface RecognizedSource {
  readonly format: SourceFormat;
  readonly reason: string;
}

const maxLooks = 40;

/** Finds out whether an importer is made for the files, folders or zips; null where none is, or where there is a package. */
export async function recognizeSource(
  paths: readonly string[],
  limits: UnpackLimits = defaultUnpackLimits,
): Promise<RecognizedSource | null> {
  const inputs = await openInputs(paths, createUnpackBudget(limits)).catch(() => null);
  if (inputs === null) return null;
  try {
    return await recognizeFiles(inputs.files).catch(() => null);
  } finally {
    await inputs.close();
  }
}

async function recognizeFiles(files: readonly InputFile[]): Promise<RecognizedSource | null> {
  if (files.some((file) => plainNameOf(file) === 'datapackage.json')) return null;
  const names = new Set(files.map(tableNameOf));
  const event = eventTables.find(({ name }) => names.has(name));
  if (names.has('person') && event !== undefined)
    return {
      format: 'omop',
      reason: `it has the tables person and ${event.name} of the OMOP common data model`,
    };
  const ped = files.find(isPedFile);
  if (ped !== undefined) return { format: 'ped', reason: `${ped.path} is named as a pedigree is` };
  for (const file of files.filter(({ path }) => /\.csv$/i.test(path)).slice(0, maxLooks))
    if (isDictionaryHeader(await headerOf(file)))
      return { format: 'redcap', reason: `${file.path} has the columns of a data dictionary of REDCap` };
  for (const file of files.filter(isPacketFile).slice(0, maxLooks))
    if (packetFields.test(await beginOf(file)))
      return { format: 'phenopackets', reason: `${file.path} has the fields of a phenopacket` };
  return null;
}

const packetFields =
  /"(?:phenotypicFeatures|phenotypic_features|phenopacketSchemaVersion|phenopacket_schema_version|phenopacket)"/;

async function headerOf(file: InputFile): Promise<readonly string[]> {
  const { columns, close } = await openInputCsv(file);
  await close();
  return columns;
}

const maxBegin = 256 * 1024;

async function beginOf(file: InputFile): Promise<string> {
  let begin = '';
  for await (const part of textOf(file)) {
    begin += part;
    if (begin.length > maxBegin) break;
  }
  return begin;
}
