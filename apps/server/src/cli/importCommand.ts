import path from 'node:path';
import type { Command } from './command.ts';
import { readArguments } from './readArguments.ts';

export const importCommand: Command = {
  name: 'import',
  summary: 'Import a data package as a new release of a dataset',
  help: `Usage: atrium import PATH [--dataset ID] [--dry-run]

Imports the data package at PATH: a folder, a zip, or the datapackage.json in a folder.
The new release goes live when all of it has been loaded; until then, and if the
import is refused or killed, the release before it stays live.

  --dataset ID   the dataset's id; default: the name of the package
  --dry-run      read and check everything, report, and change nothing
  --help         print this`,
  run: async (args, context) => {
    const { values, positionals } = readArguments(args, {
      options: { dataset: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
      names: ['PATH'],
    });
    const [given = ''] = positionals;
    const { operate } = await import('./operate.ts');
    await operate(context, {
      kind: 'import',
      packagePath: path.resolve(given),
      dataset: values.dataset ?? null,
      dryRun: values['dry-run'],
    });
    return 0;
  },
};
