import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Description, Guess, TableFolder } from '@atrium/warehouse';
import { type Command, type CommandContext, parseArguments } from './command.ts';

const descriptorName = 'datapackage.json';

export const describeCommand: Command = {
  name: 'describe',
  summary: 'Write a datapackage.json for tables that have none',
  help: `Usage: atrium describe PATH [--out FILE] [--force]

Looks at all rows of the tables in the folder PATH, or of the one table PATH, and writes
a datapackage.json beside them: how the files are written, the types of their columns,
texts that mean "missing", keys, links between tables, and the table with one row per
subject. Tables are CSV files (.csv, .tsv, .txt, also with .gz) and Parquet files. Each
guess is printed with its reason and up to three texts that speak against it. A dry run
of the import follows.

  --out FILE   write to FILE, without a dry run; "-" prints the descriptor
  --force      replace a file that is there
  --help       print this

A description is a beginning: check it, and say which columns are protected (atrium.phi).`,
  run: async (args, context) => {
    const { values, positionals } = parseArguments(args, {
      options: { out: { type: 'string' }, force: { type: 'boolean', default: false } },
      names: ['PATH'],
    });
    const [given = ''] = positionals;
    const tables = await findTables(given);
    const target = path.resolve(values.out ?? path.join(tables.folder, descriptorName));
    const isPrinted = values.out === '-';
    if (!isPrinted && !values.force) await refuseExisting(target);
    const { descriptor, guesses } = await describeTables(tables, context);
    const document = `${JSON.stringify(descriptor, null, 2)}\n`;
    if (isPrinted) {
      context.terminal.warn(...presentGuesses(guesses));
      context.terminal.output(document);
      return 0;
    }
    await writeFile(target, document, { flag: values.force ? 'w' : 'wx' });
    context.terminal.print(...presentGuesses(guesses), `${target} is written.`);
    if (path.basename(target) !== descriptorName || path.dirname(target) !== tables.folder) {
      context.terminal.print(`To import the tables, put it into ${tables.folder} as ${descriptorName}.`);
      return 0;
    }
    await tryImport(tables.folder, context);
    return 0;
  },
};

async function findTables(given: string): Promise<TableFolder> {
  const { findTableFiles } = await import('@atrium/warehouse');
  const tables = await findTableFiles(path.resolve(given));
  if (tables !== null) return tables;
  const endings = 'names end in .csv, .tsv, .txt, .parquet or .gz after one of the first three';
  throw new PortalError('bad_request', `${given}: there is no table here; their ${endings}.`);
}

async function refuseExisting(file: string): Promise<void> {
  if ((await stat(file).catch(() => null)) === null) return;
  throw new PortalError('bad_request', `${file} is there already. To replace it, add --force.`);
}

/** Describes the tables in a scratch folder of the system, which nobody else can open. */
async function describeTables(
  tables: TableFolder,
  { terminal, stop, loadConfig }: CommandContext,
): Promise<Description> {
  const { unpackLimits } = loadConfig().importLimits;
  const { describeFolder } = await import('@atrium/warehouse');
  const scratchFolder = await mkdtemp(path.join(tmpdir(), 'atrium-describe-'));
  try {
    const onProgress = (step: string, detail: string | null): void => terminal.progress({ step, detail });
    return await describeFolder({ tables, scratchFolder, unpackLimits, onProgress, signal: stop.signal });
  } finally {
    await rm(scratchFolder, { recursive: true, force: true });
  }
}

async function tryImport(folder: string, context: CommandContext): Promise<void> {
  const { operate } = await import('./operate.ts');
  context.terminal.print('A dry run of the import:');
  await operate(context, { kind: 'import', packagePath: folder, dataset: null, dryRun: true });
  const shown = path.relative(process.cwd(), folder) || '.';
  context.terminal.print(`When ${descriptorName} says what you mean: atrium import ${quotedPath(shown)}`);
}

const maxExample = 60;

/** Each guess is a line, with the texts that contradict it in lines below. */
export const presentGuesses = (guesses: readonly Guess[]): readonly string[] =>
  guesses.flatMap(({ about, text, counterExamples }) => [
    `${about}: ${text}`,
    ...counterExamples.map((example) => `    but ${JSON.stringify(example.slice(0, maxExample))}`),
  ]);

/** A path as a shell takes it. */
export const quotedPath = (given: string): string =>
  /^[\w./@%+:,-]+$/.test(given) ? given : `'${given.replaceAll("'", `'\\''`)}'`;

/** What to do with a path that holds tables and no descriptor; null where it may be a package. */
export async function describeHint(given: string): Promise<string | null> {
  const { findTableFiles } = await import('@atrium/warehouse');
  const resolved = path.resolve(given);
  const tables = await findTableFiles(resolved);
  if (tables === null) return null;
  const isFolder = tables.folder === resolved;
  if (tables.hasDescriptor && isFolder) return null;
  if (tables.hasDescriptor)
    return `${given} is one table of a data package. To import it: atrium import ${quotedPath(path.dirname(given))}`;
  const lack = isFolder
    ? `${given} has no ${descriptorName}`
    : `${given} is a table without a ${descriptorName}`;
  return `${lack}. To have one written from the data: atrium describe ${quotedPath(given)}`;
}
