import type { Command } from '../command.ts';
import { readArguments } from '../readArguments.ts';

export const groupRemoveCommand: Command = {
  name: 'group remove',
  summary: 'Take a permission group away',
  help: `Usage: atrium group remove DATASET NAME

Removes the permission group NAME of DATASET from all its members. With the last group
the limits go: every member sees every subject, as far as the level allows.

  --help   print this`,
  run: async (args, context) => {
    const { positionals } = readArguments(args, { options: {}, names: ['DATASET', 'NAME'] });
    const [dataset = '', name = ''] = positionals;
    const { operate } = await import('../operate.ts');
    await operate(context, { kind: 'removeGroup', dataset, name });
    return 0;
  },
};
