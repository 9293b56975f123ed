import { type Command, type CommandContext, parseArguments, UsageError } from './command.ts';

export const userAddCommand: Command = {
  name: 'user add',
  summary: 'Make an account',
  help: `Usage: atrium user add NAME [--full-name S] [--email S] [--staff]
                       --password-stdin|--no-password

Makes an account that can sign in as NAME. It sees no dataset until "atrium grant".

  --full-name S      the person's name
  --email S          the person's address
  --staff            a member of staff
  --password-stdin   read the password from standard input, so that it is in no list
                     of processes and no history; at least 12 characters
  --no-password      the person signs in through a provider only; see "atrium user link --help"
  --help             print this`,
  run: async (args, context) => {
    const { values, positionals } = parseArguments(args, {
      options: {
        'full-name': { type: 'string', default: '' },
        email: { type: 'string', default: '' },
        staff: { type: 'boolean', default: false },
        'password-stdin': { type: 'boolean', default: false },
        'no-password': { type: 'boolean', default: false },
      },
      names: ['NAME'],
    });
    if (values['password-stdin'] === values['no-password']) {
      throw new UsageError('Give --password-stdin or --no-password, and not both.');
    }
    const [username = ''] = positionals;
    const { operate } = await import('./operate.ts');
    await operate(context, {
      kind: 'addUser',
      username,
      fullName: values['full-name'],
      email: values.email,
      isStaff: values.staff,
      password: values['no-password'] ? null : await readPassword(context),
    });
    return 0;
  },
};

export const userPasswordCommand: Command = {
  name: 'user password',
  summary: 'Give an account a new password',
  help: `Usage: atrium user password NAME --password-stdin

Gives the account NAME a new password and ends all its sessions and tokens at once.

  --password-stdin   read the password from standard input (required, so that it
                     is in no list of processes and no history); at least 12
                     characters, not a common password, and not the name
  --help             print this`,
  run: async (args, context) => {
    const { values, positionals } = parseArguments(args, {
      options: { 'password-stdin': { type: 'boolean', default: false } },
      names: ['NAME'],
    });
    if (!values['password-stdin']) {
      throw new UsageError('--password-stdin is missing: the password is read from standard input.');
    }
    const [username = ''] = positionals;
    const { operate } = await import('./operate.ts');
    await operate(context, { kind: 'setPassword', username, password: await readPassword(context) });
    return 0;
  },
};

/** A password from standard input, without the end of its line. */
const readPassword = async ({ readInput }: Pick<CommandContext, 'readInput'>): Promise<string> =>
  (await readInput()).replace(/\r?\n$/, '');

const accessCommand = (
  kind: 'disableUser' | 'enableUser' | 'resetSecondFactor',
  described: Pick<Command, 'name' | 'summary' | 'help'>,
): Command => ({
  ...described,
  run: async (args, context) => {
    const { positionals } = parseArguments(args, { options: {}, names: ['NAME'] });
    const { operate } = await import('./operate.ts');
    await operate(context, { kind, username: positionals[0] ?? '' });
    return 0;
  },
});

export const userDisableCommand = accessCommand('disableUser', {
  name: 'user disable',
  summary: 'Disable an account',
  help: `Usage: atrium user disable NAME

Ends all sessions and tokens of the account NAME at once. Nobody can sign in as NAME
any more, by password or through a provider. Everything else of the account is kept.

  --help   print this`,
});

export const userEnableCommand = accessCommand('enableUser', {
  name: 'user enable',
  summary: 'Enable a disabled account',
  help: `Usage: atrium user enable NAME

Enables the account NAME. Its person signs in again and makes new tokens.

  --help   print this`,
});

export const userResetFactorCommand = accessCommand('resetSecondFactor', {
  name: 'user reset-factor',
  summary: 'Take away the second factor of an account',
  help: `Usage: atrium user reset-factor NAME

For a person who has lost the second factor and the recovery codes. Takes both away
from the account NAME and ends all its sessions and tokens at once. The person signs
in with the password and sets up a new second factor, at once where the site requires
one. Make sure first that the request comes from this person.

  --help   print this`,
});

export const userLinkCommand: Command = {
  name: 'user link',
  summary: 'Link an account to a person at a provider',
  help: `Usage: atrium user link NAME --issuer URL --subject ID

Lets the person whom the provider at URL calls ID (its claim "sub") sign in as the
account NAME. Needed for accounts that exist already, and for everybody where the
provider does not make accounts; a name or an address alone never links an account.

  --issuer URL   the provider's address, as the provider spells it
  --subject ID   the provider's id of the person
  --help         print this`,
  run: async (args, context) => {
    const { values, positionals } = parseArguments(args, {
      options: { issuer: { type: 'string' }, subject: { type: 'string' } },
      names: ['NAME'],
    });
    const { issuer, subject } = values;
    if (issuer === undefined || subject === undefined || !URL.canParse(issuer)) {
      throw new UsageError('Give --issuer with an address, and --subject.');
    }
    const { operate } = await import('./operate.ts');
    await operate(context, { kind: 'linkUser', username: positionals[0] ?? '', issuer, subject });
    return 0;
  },
};
