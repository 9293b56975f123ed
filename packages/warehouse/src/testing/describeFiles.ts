import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackageField, PackageResource } from '@atrium/contract/documents/dataPackage';
import { type Description, describeFolder } from '../describe/describeFolder.ts';
import type { DescribeRequest } from '../describe/describeJob.ts';
import { findTableFiles } from '../describe/tableFiles.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** The description of files that a test wrote. */
export interface DescribedFiles {
  readonly folder: string;
  readonly descriptor: Description['descriptor'];
  readonly readings: Description['files'];
  /** Each guess as `about: text`, its counter-examples at the end in brackets. */
  readonly guessed: readonly string[];
  resource(name: string): PackageResource | undefined;
  field(resource: string, name: string): PackageField | undefined;
}

/** Writes the files into a folder of their own and describes them. */
export async function describeFiles(
  files: Readonly<Record<string, string | Buffer>>,
  given: NonNullable<DescribeRequest['given']> = {},
): Promise<DescribedFiles> {
  const folder = await temporaryFolder();
  for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content);
  const tables = await findTableFiles(folder);
  if (tables === null) throw new Error('The test wrote no table.');
  const {
    descriptor,
    guesses,
    files: readings,
  } = await describeFolder({ tables, scratchFolder: await temporaryFolder(), given });
  const resource = (name: string) => descriptor.resources.find((one) => one.name === name);
  return {
    folder,
    descriptor,
    readings,
    guessed: guesses.map(
      ({ about, text, counterExamples }) =>
        `${about}: ${text}${counterExamples.length === 0 ? '' : ` [${counterExamples.join('; ')}]`}`,
    ),
    resource,
    field: (name, field) => resource(name)?.schema?.fields.find((one) => one.name === field),
  };
}
