import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** A setting that cannot be used; the message names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The text of a setting; undefined where it is absent or empty. */
export type GivenSettings = (name: string) => string | undefined;

/** @throws ConfigError with the rule that the text breaks */
export function parseSetting<T>(rule: string, schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value);
  if (!read.success) throw new ConfigError(`${rule}.`);
  return read.data;
}

/** Reads a text file of the operator; null where it does not exist and was not named. Throws ConfigError. */
export function loadTextFile(file: string, isNamed: boolean): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const isAbsent = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    if (isAbsent && !isNamed) return null;
    throw new ConfigError(`${file} cannot be read.`, { cause });
  }
}

/**
 * Reads a settings file in JSON; where it does not exist and was not named, the defaults of the schema.
 * @throws ConfigError with the file and the field, and without the value, which may be a secret
 */
export function loadSettingsFile<T>(schema: z.ZodType<T>, file: string, isNamed: boolean): T {
  const text = loadTextFile(file, isNamed);
  const read = schema.safeParse(text === null ? {} : parseJson(file, text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new ConfigError(`${file}: ${issue?.path.join('.')}: ${issue?.message}`);
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigError(`${file} is not JSON.`);
  }
}
