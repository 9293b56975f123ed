import { type Command, parseArguments } from './command.ts';

export const versionCommand: Command = {
  name: 'version',
  summary: 'Print the version',
  help: `Usage: atrium version

Prints the version of Atrium. "atrium --version" does the same.`,
  run: async (args, { terminal }) => {
    parseArguments(args, { options: {}, names: [] });
    const { softwareVersion } = await import('../config/version.ts');
    terminal.print(`Atrium ${softwareVersion()}`);
    return 0;
  },
};
