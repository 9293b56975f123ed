import { type Command, parseArguments, UsageError } from './command.ts';

export const reportListCommand: Command = {
  name: 'report list',
  summary: 'List the reports of a dataset',
  help: `Usage: atrium report list DATASET [--search TEXT]

Prints the reports of DATASET, newest first, a line each with tabs between number, day of
creation, day of the last save, user name of the creator, whether the creator has access
now, and name. What a report holds is not shown.

  --search TEXT   only reports with TEXT in their name or in the name of their creator
  --help          print this`,
  run: async (args, context) => {
    const { values, positionals } = parseArguments(args, {
      options: { search: { type: 'string', default: '' } },
      names: ['DATASET'],
    });
    const [dataset = ''] = positionals;
    const { operate } = await import('./operate.ts');
    await operate(context, { kind: 'listReports', dataset, search: values.search });
    return 0;
  },
};

export const reportGiveCommand: Command = {
  name: 'report give',
  summary: 'Make another member the creator of a report',
  help: `Usage: atrium report give REPORT USER

Makes USER the creator of the report with the number REPORT, as when somebody has left.
USER must be a member of its dataset who sees subjects and has the workspace. The earlier
creator keeps what any viewer has, where the report is public or shared with them.

  --help   print this`,
  run: async (args, context) => {
    const { positionals } = parseArguments(args, { options: {}, names: ['REPORT', 'USER'] });
    const [number = '', username = ''] = positionals;
    const report = parseNumber(number);
    const { operate } = await import('./operate.ts');
    await operate(context, { kind: 'giveReport', report, username });
    return 0;
  },
};

export const reportDeleteCommand: Command = {
  name: 'report delete',
  summary: 'Delete a report',
  help: `Usage: atrium report delete REPORT

Deletes the report with the number REPORT, with its versions, shares and flags. There is no
way back.

  --help   print this`,
  run: async (args, context) => {
    const { positionals } = parseArguments(args, { options: {}, names: ['REPORT'] });
    const [number = ''] = positionals;
    const report = parseNumber(number);
    const { operate } = await import('./operate.ts');
    await operate(context, { kind: 'deleteReport', report });
    return 0;
  },
};

function parseNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError('REPORT must be the number of a report.');
  return Number(text);
}
