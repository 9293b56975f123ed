import type { Config } from '../config.ts';
import type { Stop } from './stop.ts';
import type { Terminal } from './terminal.ts';

/** What a command works with. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly stop: Stop;
  readonly readConfig: (flags?: { port?: string | undefined; host?: string | undefined }) => Config;
  /** All of standard input. */
  readonly readInput: () => Promise<string>;
}

export interface Command {
  /** The words that choose it: `user add`. */
  readonly name: string;
  readonly summary: string;
  /** What `--help` prints. */
  readonly help: string;
  /** Resolves to the exit code; throws UsageError when the words make no sense. */
  run(args: readonly string[], context: CommandContext): Promise<number>;
}

/** The command line makes no sense; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
