import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { watchStatement } from '../asking/sessions.ts';
import { createInstance, memoryOfImports } from '../duckdb/instance.ts';
import { refusalOfSource } from '../import/refusalOfSource.ts';
import { PackageRefused } from '../package/packageErrors.ts';
import { createUnpackBudget, defaultUnpackLimits, type UnpackLimits } from '../package/unpackBudget.ts';
import type {
  ConversionJob,
  ConversionOptions,
  ConversionReport,
  GivenOntology,
  Importer,
  SourceFormat,
} from './conversion.ts';
import { type Inputs, openInputs } from './inputFiles.ts';
import { convertOmop } from './omop/convertOmop.ts';
import { createPackageWriter } from './packageWriter.ts';
import { convertPedigree } from './pedigree/convertPedigree.ts';
import { convertPhenopackets } from './phenopackets/convertPhenopackets.ts';
import { convertRedcap } from './redcap/convertRedcap.ts';
import { createTally } from './tally.ts';

export interface ConvertRequest extends ConversionOptions {
  readonly format: SourceFormat;
  /** Files, folders and zips. */
  readonly inputs: readonly string[];
  /** The folder that will be the package; it must not exist. */
  readonly to: string;
  /** Default: 64 GiB in all, and 200 times its packed size for a file. */
  readonly unpackLimits?: UnpackLimits | undefined;
  readonly onProgress?: ConversionJob['onProgress'];
  readonly signal?: AbortSignal | undefined;
}

const importers: Readonly<Record<SourceFormat, Importer>> = {
  phenopackets: convertPhenopackets,
  ped: convertPedigree,
  redcap: convertRedcap,
  omop: convertOmop,
};

/**
 * Writes a data package of data in another form. The folder appears when all of it is written, and what is in it was
 * counted twice (rule 10.20).
 * @throws PackageRefused with file, line and field, and then there is no folder
 */
export async function convertInputs(request: ConvertRequest): Promise<ConversionReport> {
  const target = resolve(request.to);
  if ((await stat(target).catch(() => null)) !== null)
    throw new PackageRefused([`${request.to}: is there already; name a folder that is not`]);
  await requireFiles(request.ontologies ?? []);
  await mkdir(dirname(target), { recursive: true });
  const work = await mkdtemp(join(dirname(target), `.${basename(target)}-`));
  try {
    const inputs = await openInputs(
      request.inputs,
      createUnpackBudget(request.unpackLimits ?? defaultUnpackLimits),
    );
    try {
      return await convertOpened(request, { inputs, work, target });
    } finally {
      await inputs.close();
    }
  } catch (error) {
    request.signal?.throwIfAborted();
    throw refusalOfSource(error);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Every ontology that is named is a file, also where the data need none of it. */
async function requireFiles(ontologies: readonly GivenOntology[]): Promise<void> {
  const lacking: string[] = [];
  for (const { file } of ontologies) {
    const stats = await stat(file).catch(() => null);
    if (stats === null) lacking.push(`${file}: there is no such file`);
    else if (!stats.isFile()) lacking.push(`${file}: is no file`);
  }
  if (lacking.length > 0) throw new PackageRefused(lacking);
}

interface OpenedWork {
  readonly inputs: Inputs;
  readonly work: string;
  readonly target: string;
}

async function convertOpened(request: ConvertRequest, { inputs, work, target }: OpenedWork) {
  const { format, signal, onProgress = () => {}, ...options } = request;
  const folder = join(work, 'package');
  const scratchFolder = join(work, 'scratch');
  await mkdir(folder);
  await mkdir(scratchFolder);
  const writer = createPackageWriter(folder, signal);
  const tally = createTally();
  const database = lazyDatabase(scratchFolder, signal);
  try {
    const job = { files: inputs.files, options, writer, tally, scratchFolder, onProgress, signal };
    const { parts, recount } = await importers[format]({ ...job, connect: database.connect });
    onProgress('counting again', null);
    const rows = await writer.close();
    await recount?.();
    const { counted, leftOut, notes } = tally.finish(rows);
    const note = await writer.describe(parts);
    signal?.throwIfAborted();
    await rename(folder, target);
    const tables = [...rows].filter(([, count]) => count > 0).map(([name, count]) => ({ name, rows: count }));
    return { format, counted, tables, leftOut, notes: note === null ? notes : [...notes, note] };
  } finally {
    await writer.abandon();
    database.close();
  }
}

/** Nothing is opened until an importer asks; the signal ends its statements. */
function lazyDatabase(scratchFolder: string, signal: AbortSignal | undefined) {
  const opened: { instance: DuckDBInstance; connection: DuckDBConnection; watch: { end: () => void } }[] = [];
  return {
    connect: async (): Promise<DuckDBConnection> => {
      const instance = await createInstance({
        spillFolder: join(scratchFolder, 'spill'),
        megabytes: memoryOfImports,
      });
      const connection = await instance.connect();
      const watch = watchStatement(connection, { signal, timeoutMs: null });
      opened.push({ instance, connection, watch });
      return connection;
    },
    close: (): void => {
      for (const { instance, connection, watch } of opened) {
        watch.end();
        connection.closeSync();
        instance.closeSync();
      }
    },
  };
}
