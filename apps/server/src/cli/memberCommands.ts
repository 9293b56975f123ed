import { type Day, toDay } from '@atrium/contract/calendar/days';
import { accessLevels } from '@atrium/contract/wire/access';
import { type Command, parseArguments, UsageError } from './command.ts';

const endOptions = {
  until: { type: 'string' },
  'no-end': { type: 'boolean', default: false },
} as const;

interface EndGiven {
  readonly until?: string | undefined;
  readonly 'no-end': boolean;
}

/** The end that the options give; undefined where they give none. */
function untilOf({ until, 'no-end': isEndless }: EndGiven): Day | 'never' | undefined {
  if (until !== undefined && isEndless) throw new UsageError('Give --until or --no-end, and not both.');
  if (isEndless) return 'never';
  if (until === undefined) return undefined;
  const day = toDay(until);
  if (day === undefined) throw new UsageError('--until must be a day like 2027-03-31.');
  return day;
}

export const grantCommand: Command = {
  name: 'grant',
  summary: 'Make an account a member of a dataset',
  help: `Usage: atrium grant USER DATASET --level phi|deid|agg [--no-workspace]
                                 [--group NAME]… [--until DATE | --no-end]

Makes the account USER a member of DATASET, or replaces what the member may see: level,
workspace and groups. A new membership without --until does not end; one that exists keeps
the end that it has.

  --level phi      everything, including protected health information
  --level deid     subjects without protected health information
  --level agg      aggregate numbers only
  --no-workspace   may open shared reports only
  --group NAME     a permission group of the dataset; repeat for several
  --until DATE     the last day of the membership (2027-03-31), by UTC
  --no-end         the membership does not end
  --help           print this`,
  run: async (args, context) => {
    const { values, positionals } = parseArguments(args, {
      options: {
        level: { type: 'string' },
        'no-workspace': { type: 'boolean', default: false },
        group: { type: 'string', multiple: true, default: [] },
        ...endOptions,
      },
      names: ['USER', 'DATASET'],
    });
    const level = accessLevels.find((known) => known === values.level);
    if (level === undefined) throw new UsageError(`--level must be one of ${accessLevels.join(', ')}.`);
    const [username = '', dataset = ''] = positionals;
    const until = untilOf(values);
    const { operate } = await import('./operate.ts');
    await operate(context, {
      kind: 'grant',
      username,
      dataset,
      level,
      canViewWorkspace: !values['no-workspace'],
      groups: values.group,
      ...(until === undefined ? {} : { until }),
    });
    return 0;
  },
};

export const memberRenewCommand: Command = {
  name: 'member renew',
  summary: 'Give a membership another end',
  help: `Usage: atrium member renew USER DATASET --until DATE
       atrium member renew USER DATASET --no-end

Gives the membership of USER in DATASET another last day, or none, also where it has
ended. What the member may see stays.

  --until DATE   the last day of the membership (2027-03-31), by UTC
  --no-end       the membership does not end
  --help         print this`,
  run: async (args, context) => {
    const { values, positionals } = parseArguments(args, { options: endOptions, names: ['USER', 'DATASET'] });
    const [username = '', dataset = ''] = positionals;
    const until = untilOf(values);
    if (until === undefined) throw new UsageError('Give --until or --no-end.');
    const { operate } = await import('./operate.ts');
    await operate(context, { kind: 'renewMember', username, dataset, until });
    return 0;
  },
};

export const memberEndCommand: Command = {
  name: 'member end',
  summary: 'End a membership at once',
  help: `Usage: atrium member end USER DATASET

Ends the membership of USER in DATASET at once, with the downloads under way. "atrium member
renew" opens it again.

  --help   print this`,
  run: async (args, context) => {
    const { positionals } = parseArguments(args, { options: {}, names: ['USER', 'DATASET'] });
    const [username = '', dataset = ''] = positionals;
    const { operate } = await import('./operate.ts');
    await operate(context, { kind: 'endMember', username, dataset });
    return 0;
  },
};
