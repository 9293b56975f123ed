import type { CommandContext } from './command.ts';

/** A password from standard input, without the end of its line. */
export const readPassword = async ({ readInput }: Pick<CommandContext, 'readInput'>): Promise<string> =>
  (await readInput()).replace(/\r?\n$/, '');
