import { type Command, UsageError } from './command.ts';
import { readArguments } from './readArguments.ts';
import { readPassword } from './readPassword.ts';

export const userPasswordCommand: Command = {
  name: 'user password',
  summary: 'Give an account a new password',
  help: `Usage: atrium user password NAME --password-stdin

Gives the account NAME a new password and ends all its sessions and tokens at once.

  --password-stdin   read the password from standard input (required, so that it
                     stands in no list of processes and no history); at least 12
                     characters, none that everybody uses, and not the name
  --help             print this`,
  run: async (args, context) => {
    const { values, positionals } = readArguments(args, {
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
