import { runCli } from '../cli/runCli.ts';
import { createTerminal } from '../cli/terminal.ts';
import { loadConfig } from '../config/config.ts';

export interface AtriumOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** What stands on standard input. */
  readonly input?: string;
}

/** What a command printed, and its exit code. */
export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of `atrium` in the process of the test, which costs less than half of a process of its own. */
export async function runAtrium(
  args: readonly string[],
  { env = {}, input = '' }: AtriumOptions = {},
): Promise<Run> {
  const written = { stdout: '', stderr: '' };
  const outletTo = (name: keyof typeof written) => ({
    write: (text: string) => {
      written[name] += text;
    },
  });
  const code = await runCli(args, {
    terminal: createTerminal(outletTo('stdout'), outletTo('stderr')),
    stop: { signal: new AbortController().signal, requested: new Promise(() => {}), exitCode: () => null },
    loadConfig: (flags) => loadConfig(flags, env),
    readInput: async () => input,
  });
  return { code, ...written };
}

/** Works in another folder meanwhile, from which commands take their paths. */
export async function inFolder<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return await work();
  } finally {
    process.chdir(before);
  }
}
