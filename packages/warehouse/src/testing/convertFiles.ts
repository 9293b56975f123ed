import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type DataPackage, dataPackage } from '@atrium/contract/documents/dataPackage';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { ConversionReport } from '../convert/conversion.ts';
import { type ConvertRequest, convertInputs } from '../convert/convertInputs.ts';
import { PackageRefused } from '../package/packageErrors.ts';
import { temporaryFolder } from './temporaryFolder.ts';

export type TestFiles = Readonly<Record<string, string | Buffer>>;

/** A converted package that a test looks at. */
export interface Converted {
  readonly folder: string;
  readonly report: ConversionReport;
  readonly descriptor: DataPackage;
  /** The records of a table of the package by the names of its columns; empty where there is no such table. */
  rows(table: string): Promise<readonly Readonly<Record<string, string>>[]>;
}

const records = z.array(z.record(z.string(), z.string()));

/** Writes the files into a folder of their own, which is returned. */
export async function writeFiles(files: TestFiles): Promise<string> {
  const folder = await temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

/** Converts files that a test wrote, or inputs that are there. */
export async function convertFiles(
  format: ConvertRequest['format'],
  files: TestFiles | readonly string[],
  options: Partial<ConvertRequest> = {},
): Promise<Converted> {
  const inputs = isPaths(files) ? files : [await writeFiles(files)];
  const folder = join(await temporaryFolder(), 'package');
  const report = await convertInputs({ format, inputs, to: folder, ...options });
  const descriptor = dataPackage.parse(JSON.parse(await readFile(join(folder, 'datapackage.json'), 'utf8')));
  return {
    folder,
    report,
    descriptor,
    rows: async (table) => {
      const found = descriptor.resources.find(({ name }) => name === table);
      if (found === undefined) return [];
      const text = await readFile(join(folder, String(found.path)), 'utf8');
      return records.parse(parse(text, { columns: true }));
    },
  };
}

const isPaths = (files: TestFiles | readonly string[]): files is readonly string[] => Array.isArray(files);

/** The sentences of the refusal of a conversion. */
export async function conversionRefusal(
  format: ConvertRequest['format'],
  files: TestFiles,
  options: Partial<ConvertRequest> = {},
): Promise<readonly string[]> {
  try {
    await convertFiles(format, files, options);
  } catch (error) {
    if (error instanceof PackageRefused) return error.problems;
    throw error;
  }
  throw new Error('The source was not refused.');
}
