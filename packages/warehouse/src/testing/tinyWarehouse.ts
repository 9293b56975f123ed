import { onTestFinished } from 'vitest';
import { type DuckDbWarehouseOptions, openDuckDbWarehouse } from '../openWarehouse.ts';
import { PackageRefused } from '../package/packageErrors.ts';
import type { ImportProblem, ImportReport } from '../releases/importReport.ts';
import type { BuildRequest } from '../releases/releases.ts';
import type { Warehouse } from '../releases/warehouse.ts';
import type { Row } from '../sql/row.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { type TinyPackage, writeTinyPackage } from './tinyPackage.ts';

export async function tinyWarehouse(
  options: Omit<DuckDbWarehouseOptions, 'folder'> = {},
): Promise<{ warehouse: Warehouse; folder: string }> {
  const folder = await temporaryFolder();
  const warehouse = await openDuckDbWarehouse({ folder, ...options });
  onTestFinished(() => warehouse.close());
  return { warehouse, folder };
}

export interface Imported {
  readonly report: ImportReport;
  readonly warehouse: Warehouse;
  /** The rows of a table of the release, in the order of their columns. */
  rows(table: string): Promise<readonly Row[]>;
  /** The values of one column in row order. */
  column(table: string, name: string): Promise<readonly unknown[]>;
}

/** Imports a tiny package as `r1` into a warehouse of its own. */
export async function importTiny(tiny: TinyPackage, request: Partial<BuildRequest> = {}): Promise<Imported> {
  const { warehouse } = await tinyWarehouse();
  const packagePath = request.packagePath ?? (await writeTinyPackage(tiny));
  const report = await warehouse.releases.build({ release: 'r1', ...request, packagePath });
  if (request.dryRun !== true) await warehouse.questions.open('r1');
  const rows = (table: string): Promise<readonly Row[]> =>
    warehouse.questions.run({ text: `SELECT * FROM "r1"."${table}" ORDER BY ALL`, values: [] });
  return {
    report,
    warehouse,
    rows,
    column: async (table, name) => {
      const text = `SELECT "${name}" AS value FROM "r1"."${table}" ORDER BY _row`;
      return (await warehouse.questions.run({ text, values: [] })).map(({ value }) => value);
    },
  };
}

/** The sentences of the refusal of a package. */
export async function refusalOf(tiny: TinyPackage): Promise<readonly string[]> {
  const { warehouse } = await tinyWarehouse();
  const packagePath = await writeTinyPackage(tiny);
  try {
    await warehouse.releases.build({ release: 'r1', packagePath });
  } catch (error) {
    if (error instanceof PackageRefused) return error.problems;
    throw error;
  }
  throw new Error('The package was not refused.');
}

/** The problems of a report in short: `collection.field kind count: file:line value; …`. */
export const inShort = (problems: readonly ImportProblem[]): string[] =>
  problems.map(
    ({ collection, kind, field, count, examples }) =>
      `${collection}.${field ?? '*'} ${kind} ${count}: ${examples
        .map(({ file, line, value }) => `${file}:${line} ${value}`)
        .join('; ')}`,
  );
