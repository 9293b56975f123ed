import { type Command, UsageError } from './command.ts';
import { readArguments } from './readArguments.ts';

export const userLinkCommand: Command = {
  name: 'user link',
  summary: 'Let a person of a provider in as an account',
  help: `Usage: atrium user link NAME --issuer URL --subject ID

Lets the person whom the provider at URL calls ID (its claim "sub") in as the account
NAME. Needed for accounts that exist already, and for everyone where the provider does
not make accounts; a name or an address alone never opens an account.

  --issuer URL   the provider's address, as it spells it itself
  --subject ID   the provider's word for the person
  --help         print this`,
  run: async (args, context) => {
    const { values, positionals } = readArguments(args, {
      options: { issuer: { type: 'string' }, subject: { type: 'string' } },
      names: ['NAME'],
    });
    const { issuer, subject } = values;
    if (issuer === undefined || subject === undefined || !URL.canParse(issuer)) {
      throw new UsageError('--issuer with an address and --subject are needed.');
    }
    const { operate } = await import('./operate.ts');
    await operate(context, { kind: 'linkUser', username: positionals[0] ?? '', issuer, subject });
    return 0;
  },
};
