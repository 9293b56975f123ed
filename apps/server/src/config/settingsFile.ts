import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { ConfigError } from './configError.ts';

/** A text file of the operator's; null where there is none and none was named. Throws ConfigError. */
export function readTextFile(place: string, isNamed: boolean): string | null {
  try {
    return readFileSync(place, 'utf8');
  } catch (cause) {
    const isAbsent = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    if (isAbsent && !isNamed) return null;
    throw new ConfigError(`${place} cannot be read.`, { cause });
  }
}

/**
 * A settings file in JSON; where there is none and none was named, what the schema makes of nothing. Throws ConfigError
 * with the file and the field, and never repeats a value: it may be a secret.
 */
export function readSettingsFile<T>(schema: z.ZodType<T>, place: string, isNamed: boolean): T {
  const text = readTextFile(place, isNamed);
  const read = schema.safeParse(text === null ? {} : parseJson(place, text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new ConfigError(`${place}: ${issue?.path.join('.')}: ${issue?.message}`);
}

function parseJson(place: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigError(`${place} is not JSON.`);
  }
}
