import { accessLevels } from '@atrium/contract';
import { type Command, UsageError } from './command.ts';
import { readArguments } from './readArguments.ts';

export const grantCommand: Command = {
  name: 'grant',
  summary: 'Make an account a member of a dataset',
  help: `Usage: atrium grant USER DATASET --level phi|deid|agg [--no-workspace]
                                 [--group NAME]…

Makes the account USER a member of DATASET, or changes what a member may see: the
command says all of it, also the groups.

  --level phi      everything, including protected health information
  --level deid     subjects without protected health information
  --level agg      aggregate numbers only
  --no-workspace   may open reports shared with them, and nothing else
  --group NAME     a permission group of the dataset; repeat for several
  --help           print this`,
  run: async (args, context) => {
    const { values, positionals } = readArguments(args, {
      options: {
        level: { type: 'string' },
        'no-workspace': { type: 'boolean', default: false },
        group: { type: 'string', multiple: true, default: [] },
      },
      names: ['USER', 'DATASET'],
    });
    const level = accessLevels.find((known) => known === values.level);
    if (level === undefined) throw new UsageError(`--level must be one of ${accessLevels.join(', ')}.`);
    const [username = '', dataset = ''] = positionals;
    const { operate } = await import('./operate.ts');
    await operate(context, {
      kind: 'grant',
      username,
      dataset,
      level,
      canViewWorkspace: !values['no-workspace'],
      groups: values.group,
    });
    return 0;
  },
};
