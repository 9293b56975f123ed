import { type Command, parseArguments } from './command.ts';

export const diskCommand: Command = {
  name: 'disk',
  summary: 'Show what takes room, and what holds it',
  help: `Usage: atrium disk

Lists what takes room, in megabytes, with fields divided by tabs: each release of each
dataset and what holds it, the tables of the state database that grow with use, the
folders of the data directory, and files that staff have sent, by account.

  --help   print this`,
  run: async (args, context) => {
    parseArguments(args, { options: {}, names: [] });
    const { operate } = await import('./operate.ts');
    await operate(context, { kind: 'showDisk' });
    return 0;
  },
};
