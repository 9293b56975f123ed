import { type Command, parseArguments, UsageError } from './command.ts';

const options = {
  'dry-run': { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
} as const;

/** Whether only to say what would go; a deletion says so itself. */
function isDryRun(values: { readonly 'dry-run': boolean; readonly yes: boolean }): boolean {
  if (values['dry-run'] === values.yes)
    throw new UsageError('Give --dry-run to see what would go along, or --yes to delete.');
  return values['dry-run'];
}

const common = `  --dry-run   say what would go along, and change nothing
  --yes       delete; it cannot be taken back but by a back-up
  --help      print this`;

export const userDeleteCommand: Command = {
  name: 'user delete',
  summary: 'Delete an account, or say what would go along',
  help: `Usage: atrium user delete NAME --dry-run
       atrium user delete NAME --yes

Deletes the account NAME with its memberships, definitions, keys, tokens and queues, and
says how many these are. Its reports stay without a creator, and the audit keeps its name.
"atrium user disable" only shuts the account.

${common}`,
  run: async (args, context) => {
    const { values, positionals } = parseArguments(args, { options, names: ['NAME'] });
    const dryRun = isDryRun(values);
    const { operate } = await import('./operate.ts');
    await operate(context, { kind: 'deleteUser', username: positionals[0] ?? '', dryRun });
    return 0;
  },
};

export const datasetDeleteCommand: Command = {
  name: 'dataset delete',
  summary: 'Delete a dataset, or say what would go along',
  help: `Usage: atrium dataset delete DATASET --dry-run
       atrium dataset delete DATASET --yes

Deletes DATASET with its releases, memberships, groups, definitions and reports, and says
how many these are. The audit, the log of imports and files below the storage stay.

${common}`,
  run: async (args, context) => {
    const { values, positionals } = parseArguments(args, { options, names: ['DATASET'] });
    const dryRun = isDryRun(values);
    const { operate } = await import('./operate.ts');
    await operate(context, { kind: 'deleteDataset', dataset: positionals[0] ?? '', dryRun });
    return 0;
  },
};
