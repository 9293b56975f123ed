import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './command.ts';

/** Splits a command's words into options and the given number of names; refuses anything else. */
export function readArguments<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  { options, names }: { readonly options: Options; readonly names: readonly string[] },
) {
  const { values, positionals } = parse([...args], options);
  if (positionals.length < names.length) {
    throw new UsageError(`${names.slice(positionals.length).join(' and ')} is missing.`);
  }
  const surplus = positionals[names.length];
  if (surplus !== undefined) throw new UsageError(`"${surplus}" is one word too many.`);
  return { values, positionals };
}

function parse<Options extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: Options) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
