import type { Command } from './command.ts';
import { readArguments } from './readArguments.ts';

export const userDisableCommand: Command = {
  name: 'user disable',
  summary: 'Let nobody in as an account any more',
  help: `Usage: atrium user disable NAME

Ends all sessions and tokens of the account NAME at once and lets nobody in as NAME
any more, by password or through a provider. Nothing else of it is lost.

  --help   print this`,
  run: async (args, context) => {
    const { positionals } = readArguments(args, { options: {}, names: ['NAME'] });
    const { operate } = await import('./operate.ts');
    await operate(context, { kind: 'disableUser', username: positionals[0] ?? '' });
    return 0;
  },
};

export const userEnableCommand: Command = {
  name: 'user enable',
  summary: 'Let a disabled account in again',
  help: `Usage: atrium user enable NAME

Lets the account NAME in again. It signs in anew and makes new tokens.

  --help   print this`,
  run: async (args, context) => {
    const { positionals } = readArguments(args, { options: {}, names: ['NAME'] });
    const { operate } = await import('./operate.ts');
    await operate(context, { kind: 'enableUser', username: positionals[0] ?? '' });
    return 0;
  },
};
