import { type Command, UsageError } from './command.ts';
import { readArguments } from './readArguments.ts';

export const userAddCommand: Command = {
  name: 'user add',
  summary: 'Make an account',
  help: `Usage: atrium user add NAME [--full-name S] [--email S] [--staff] --password-stdin

Makes an account that can sign in as NAME. It sees no dataset until "atrium grant".

  --full-name S      the person's name
  --email S          the person's address
  --staff            may look after the site
  --password-stdin   read the password from standard input (required, so that it
                     stands in no list of processes and no history)
  --help             print this`,
  run: async (args, context) => {
    const { values, positionals } = readArguments(args, {
      options: {
        'full-name': { type: 'string', default: '' },
        email: { type: 'string', default: '' },
        staff: { type: 'boolean', default: false },
        'password-stdin': { type: 'boolean', default: false },
      },
      names: ['NAME'],
    });
    if (!values['password-stdin']) {
      throw new UsageError('--password-stdin is missing: the password is read from standard input.');
    }
    const [username = ''] = positionals;
    const { operate } = await import('./operate.ts');
    await operate(context, {
      kind: 'addUser',
      username,
      fullName: values['full-name'],
      email: values.email,
      isStaff: values.staff,
      password: (await context.readInput()).replace(/\r?\n$/, ''),
    });
    return 0;
  },
};
