import { readFile } from 'node:fs/promises';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { type Command, type CommandContext, parseArguments } from './command.ts';

const csv = { csv: { type: 'boolean', default: false } } as const;

export const userListCommand: Command = {
  name: 'user list',
  summary: 'List the accounts',
  help: `Usage: atrium user list [--csv]

Lists all accounts: name, address, whether staff, whether they may sign in, when they were
last used and how many memberships they have. Fields are divided by tabs.

  --csv    as CSV, in the columns that "atrium user import" takes
  --help   print this`,
  run: async (args, context) => {
    const { values } = parseArguments(args, { options: csv, names: [] });
    const { operate } = await import('./operate.ts');
    await operate(context, { kind: 'listUsers', asCsv: values.csv });
    return 0;
  },
};

export const memberListCommand: Command = {
  name: 'member list',
  summary: 'List the memberships of a dataset',
  help: `Usage: atrium member list DATASET [--csv]

Lists the memberships of DATASET: level, workspace, groups, end, and what gave it (staff,
a provider, "passport:" and a provider of visas, or "everybody:" for the setting of the
dataset), also those that have ended. Fields are divided by tabs.

  --csv    as CSV, in the columns that "atrium member import" takes
  --help   print this`,
  run: async (args, context) => {
    const { values, positionals } = parseArguments(args, { options: csv, names: ['DATASET'] });
    const { operate } = await import('./operate.ts');
    await operate(context, { kind: 'listMembers', dataset: positionals[0] ?? '', asCsv: values.csv });
    return 0;
  },
};

const importing = (
  of: 'users' | 'members',
  described: Pick<Command, 'name' | 'summary' | 'help'>,
): Command => ({
  ...described,
  run: async (args, context) => {
    const { values, positionals } = parseArguments(args, {
      options: { 'dry-run': { type: 'boolean', default: false } },
      names: ['FILE'],
    });
    const text = await textOf(positionals[0] ?? '', context);
    const { operate } = await import('./operate.ts');
    await operate(context, { kind: 'importPeople', of, text, dryRun: values['dry-run'] });
    return 0;
  },
});

async function textOf(file: string, { readInput }: Pick<CommandContext, 'readInput'>): Promise<string> {
  if (file === '-') return readInput();
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PortalError('bad_request', `${file} cannot be read: ${reason}`);
  }
}

const common = `All lines are taken or none: what is wrong is named by line and column. A column that is
left out is empty.

  --dry-run   check all of it, say what would happen, and change nothing
  --help      print this

FILE is CSV in UTF-8 with a heading; "-" reads it from standard input.`;

export const userImportCommand = importing('users', {
  name: 'user import',
  summary: 'Add accounts from a CSV file',
  help: `Usage: atrium user import FILE [--dry-run]

Adds an account for each line of FILE. An account that exists stays as it is.

  username          the name for signing in (required)
  full_name, email
  staff             yes or no; empty is no
  issuer, subject   who the person is at a provider, as in "atrium user link"

Passwords are not taken: give one by "atrium user password", or send invitations in the
staff rooms. ${common}`,
});

export const memberImportCommand = importing('members', {
  name: 'member import',
  summary: 'Grant memberships from a CSV file',
  help: `Usage: atrium member import FILE [--dry-run]

Grants a membership for each line of FILE, as "atrium grant" does: level, workspace and
groups become what the line says.

  username, dataset   (required)
  level               phi, deid or agg (required)
  workspace           yes or no; empty is yes
  groups              permission groups, divided by blanks
  until               the last day, like 2027-03-31, or never; empty keeps the end

${common}`,
});
