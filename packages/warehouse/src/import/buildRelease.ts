import { chmod, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { watchStatement } from '../asking/sessions.ts';
import { createInstance, isOutOfMemory, memoryOfImports } from '../duckdb/instance.ts';
import { queryRows } from '../duckdb/results.ts';
import { openPackage, parsePackage } from '../package/openPackage.ts';
import { PackageRefused, UnreadableFile } from '../package/packageErrors.ts';
import type { PackagePlan, TablePlan } from '../package/packagePlan.ts';
import type { PackageSource } from '../package/packageSource.ts';
import type { ImportReport } from '../releases/importReport.ts';
import type { BuildRelease } from '../releases/releases.ts';
import { literal } from '../sql/quoted.ts';
import { limitFaults } from './cast/limits.ts';
import { cellText } from './load/columnCasts.ts';
import { createProgressMeter, type ImportJob, type ImportStorage, target } from './load/importJob.ts';
import { judgeProblems } from './load/judgeProblems.ts';
import { loadPackage } from './load/loadPackage.ts';
import { createProblemLog, type ProblemLog } from './load/problemLog.ts';
import { openTableFile } from './rows/tableFile.ts';

type Request = Parameters<BuildRelease>[0];

/**
 * Builds a release file from a package. The folder must be empty and private; it holds the file and all scratch, and
 * the caller deletes it. The file is whole and closed when the promise resolves.
 * @throws PackageRefused with everything that is wrong with the package, or the signal's reason
 */
export const buildRelease: BuildRelease = async (request) => {
  const began = performance.now();
  const { signal } = request;
  signal?.throwIfAborted();
  const source = await openPackage(request.packagePath, request.unpackLimits);
  try {
    const { descriptor, plan, written } = await parsePackage(source, request.datasetId, signal);
    request.checkDatasetId?.(plan.dictionary.datasetId);
    request.onDescriptor?.(written);
    const file = join(request.folder, 'release.duckdb');
    const results = await inInstance(request, file, async (connections) => {
      const faults = await limitFaults(plan, connections.connection);
      if (faults.length > 0) throw new PackageRefused(faults);
      const job: ImportJob = {
        plan,
        source,
        ...connections,
        scratchFolder: request.folder,
        problems: logOf(plan),
        progress: createProgressMeter(request.onProgress, await totalBytes(plan, source)),
        storage: await storageOf(request),
        signal,
      };
      const loaded = await loadPackage(job).catch(async (error: unknown) => {
        throw isOutOfMemory(error)
          ? await memoryRefusal(job, request.megabytes ?? memoryOfImports, error)
          : error;
      });
      if (loaded.subjects === 0) {
        const site = {
          collection: plan.dictionary.rootCollectionId,
          field: null,
          kind: 'noSubjects',
        } as const;
        job.problems.addMany(site, 1, []);
      }
      return {
        ...loaded,
        problems: judgeProblems(job.problems.list(), { plan, identifiers: loaded.identifiers }),
      };
    });
    const durationMs = Math.round(performance.now() - began);
    const { name, title, description, version, created } = descriptor;
    const described = { name, title: title ?? name, description: description ?? '' };
    const packageInfo = { ...described, version: version ?? null, created: created ?? null };
    const { datasetId } = plan.dictionary;
    return {
      file,
      report: {
        datasetId,
        package: packageInfo,
        settings: plan.settings,
        ...results,
        warnings: [...plan.warnings, ...warnOfUnverified(results)],
        durationMs,
      },
    };
  } finally {
    await source.close();
  }
};

/** Runs the work in a DuckDB instance of its own, with the file of the new release attached; closes both afterwards. */
async function inInstance<Result>(
  { folder, signal, megabytes = memoryOfImports }: Request,
  file: string,
  work: (connections: Pick<ImportJob, 'connection' | 'fileConnection'>) => Promise<Result>,
): Promise<Result> {
  const instance = await createInstance({ spillFolder: join(folder, 'spill'), megabytes });
  const connection = await instance.connect();
  const fileConnection = await instance.connect();
  const interrupt = (): void => {
    for (const each of [connection, fileConnection]) each.interrupt();
  };
  const watch = watchStatement({ interrupt }, { signal, timeoutMs: null });
  try {
    await connection.run('SET enable_progress_bar = true');
    await connection.run('SET enable_progress_bar_print = false');
    await connection.run(`ATTACH ${literal(file)} AS ${target}`);
    await chmod(file, 0o600);
    const result = await work({ connection, fileConnection });
    await connection.run(`CHECKPOINT ${target}`);
    await connection.run(`DETACH ${target}`);
    watch.throwIfStopped();
    return result;
  } catch (error) {
    watch.throwIfStopped();
    throw error instanceof UnreadableFile ? new PackageRefused([error.message], { cause: error }) : error;
  } finally {
    watch.end();
    fileConnection.closeSync();
    connection.closeSync();
    instance.closeSync();
  }
}

const defaultVerifiedBytes = 64e9;

async function storageOf(request: Request): Promise<ImportStorage | null> {
  const { storageRoot, storageAreas: areas = [], packagePath, release } = request;
  const { dryRun: isDryRun = false, verifiedBytes = defaultVerifiedBytes } = request;
  if (storageRoot === undefined) return null;
  const isFolder = (await stat(packagePath)).isDirectory();
  const isDescriptor = packagePath.toLowerCase().endsWith('.json');
  const packageFolder = isFolder ? packagePath : isDescriptor ? dirname(packagePath) : null;
  return { root: storageRoot, release, areas, packageFolder, isDryRun, verifiedBytes };
}

function warnOfUnverified({ files }: Pick<ImportReport, 'files'>): string[] {
  if (files === null || files.found === files.verified) return [];
  const rest = files.found - files.verified;
  return [
    rest === 1
      ? `1 of ${formatQuantity(files.found, 'file')} was compared by its size only: it has no checksum, or more bytes than an import compares.`
      : `${rest} of ${files.found} files were compared by their size only: they have no checksum, or more bytes than an import compares.`,
  ];
}

/** Says which table does not fit, and which of its columns is the largest. */
async function memoryRefusal(job: ImportJob, megabytes: number, cause: unknown): Promise<PackageRefused> {
  const table = job.plan.tables.find(({ name }) => name === job.progress.table());
  const widest = table === undefined ? null : await findWidest(table, job).catch(() => null);
  const where = table === undefined ? 'the package' : `the table ${table.name}`;
  const column = widest === null ? '' : ` (its largest column is "${widest}")`;
  const reason = `${where} needs more memory than the ${megabytes} MB of an import${column}; ATRIUM_IMPORT_MEMORY sets another limit`;
  return new PackageRefused([reason], { cause });
}

/** A log that begins with the resources that are left out. */
function logOf({ leftOut }: PackagePlan): ProblemLog {
  const problems = createProblemLog();
  for (const { name, kind } of leftOut) problems.addMany({ collection: name, field: null, kind }, 1, []);
  return problems;
}

async function totalBytes({ tables, ontologies }: PackagePlan, source: PackageSource): Promise<number> {
  const paths = [
    ...tables.flatMap(({ files }) => files.map(({ path }) => path)),
    ...ontologies.flatMap(({ source: stated }) => (stated.kind === 'file' ? [stated.path] : [])),
  ];
  const sizes = await Promise.all(paths.map((path) => source.sizeOf(path)));
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

/** The name of the field with the most text in the first file of a table; null where it cannot be said. */
async function findWidest(table: TablePlan, job: ImportJob): Promise<string | null> {
  const [first] = table.files;
  const file = first === undefined ? null : await openTableFile(first, table, job, () => {});
  if (file === null) return null;
  const fields = table.fields.flatMap((field) => {
    const column = file.columnOf(field);
    return column === null ? [] : [{ name: field.name, text: cellText(column) }];
  });
  const sums = fields.map(({ text }, index) => `sum(strlen(${text})) AS s${index}`);
  const [row] = await queryRows(job.connection, `SELECT ${sums.join(', ')} FROM ${file.from}`);
  const sizes = fields.map((_, index) => Number(row?.[`s${index}`] ?? 0));
  return fields[sizes.indexOf(Math.max(...sizes))]?.name ?? null;
}
