import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Config } from '../config/config.ts';
import type { Stop } from './stop.ts';
import type { Terminal } from './terminal.ts';

/** The input of a command. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly stop: Stop;
  readonly loadConfig: (flags?: { port?: string | undefined; host?: string | undefined }) => Config;
  /** All of standard input. */
  readonly readInput: () => Promise<string>;
}

export interface Command {
  /** The words that choose it: `user add`. */
  readonly name: string;
  readonly summary: string;
  /** What `--help` prints. */
  readonly help: string;
  /** Resolves to the exit code; throws UsageError where the arguments are wrong. */
  run(args: readonly string[], context: CommandContext): Promise<number>;
}

/** The arguments of a command are wrong; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type OptionKinds = NonNullable<ParseArgsConfig['options']>;

type Parsed<Options extends OptionKinds> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Options; allowPositionals: true; strict: true }>
>;

/**
 * Parses the arguments of a command: options, and exactly the given number of names.
 * @throws UsageError where a name is missing, or where there is anything else
 */
export function parseArguments<Options extends OptionKinds>(
  args: readonly string[],
  { options, names }: { readonly options: Options; readonly names: readonly string[] },
): Parsed<Options> {
  const parsed = parseWords([...args], options);
  const { positionals } = parsed;
  if (positionals.length < names.length) {
    throw new UsageError(`${names.slice(positionals.length).join(' and ')} is missing.`);
  }
  const surplus = positionals[names.length];
  if (surplus !== undefined) throw new UsageError(`"${surplus}" is one argument too many.`);
  return parsed;
}

/** Parses the arguments of a command: options, and any number of names. Throws UsageError. */
export function parseWords<Options extends OptionKinds>(args: string[], options: Options): Parsed<Options> {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
