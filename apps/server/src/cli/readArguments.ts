import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './command.ts';

type OptionKinds = NonNullable<ParseArgsConfig['options']>;

type Parsed<Options extends OptionKinds> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Options; allowPositionals: true; strict: true }>
>;

/** Splits a command's words into options and the given number of names; refuses anything else. */
export function readArguments<Options extends OptionKinds>(
  args: readonly string[],
  { options, names }: { readonly options: Options; readonly names: readonly string[] },
): Parsed<Options> {
  const parsed = parseWords([...args], options);
  const { positionals } = parsed;
  if (positionals.length < names.length) {
    throw new UsageError(`${names.slice(positionals.length).join(' and ')} is missing.`);
  }
  const surplus = positionals[names.length];
  if (surplus !== undefined) throw new UsageError(`"${surplus}" is one word too many.`);
  return parsed;
}

/** Splits a command's words into options and any number of names. */
export function parseWords<Options extends OptionKinds>(args: string[], options: Options): Parsed<Options> {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
