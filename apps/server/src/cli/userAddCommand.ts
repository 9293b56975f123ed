import { type Command, UsageError } from './command.ts';
import { readArguments } from './readArguments.ts';
import { readPassword } from './readPassword.ts';

export const userAddCommand: Command = {
  name: 'user add',
  summary: 'Make an account',
  help: `Usage: atrium user add NAME [--full-name S] [--email S] [--staff]
                       --password-stdin|--no-password

Makes an account that can sign in as NAME. It sees no dataset until "atrium grant".

  --full-name S      the person's name
  --email S          the person's address
  --staff            may look after the site
  --password-stdin   read the password from standard input, so that it stands in no
                     list of processes and no history; at least 12 characters
  --no-password      signs in through a provider only; see "atrium user link --help"
  --help             print this`,
  run: async (args, context) => {
    const { values, positionals } = readArguments(args, {
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
      throw new UsageError('One of --password-stdin and --no-password is needed.');
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
