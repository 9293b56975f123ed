import { defaultUnpackLimits, type UnpackLimits } from '@atrium/warehouse';
import { z } from 'zod';
import { ConfigError } from './settingsFile.ts';

const importMegabytes = z
  .string()
  .regex(/^\d{1,7}$/)
  .transform(Number)
  .refine((megabytes) => megabytes >= 256);

function parseMegabytes(text: string): number {
  const read = importMegabytes.safeParse(text);
  if (!read.success)
    throw new ConfigError('ATRIUM_IMPORT_MEMORY must be a whole number of megabytes from 256.');
  return read.data;
}

/** In megabytes; nothing where the amount follows from the machine. */
export const parseImportMemory = (text: string | undefined): { readonly megabytes?: number } =>
  text === undefined
    ? {}
    : {
        megabytes: parseMegabytes(text),
      };

const gibibyte = 1024 ** 3;

/** Parses what differs from the defaults: `gibibytes=200,ratio=500`. */
export function parseUnpackLimits(text: string | undefined): UnpackLimits {
  let limits = defaultUnpackLimits;
  for (const part of text?.split(',') ?? []) {
    const [name, amount = ''] = part.trim().split('=');
    if ((name !== 'gibibytes' && name !== 'ratio') || !/^[1-9]\d{0,5}$/.test(amount))
      throw new ConfigError('ATRIUM_UNPACK_LIMITS must be like gibibytes=200,ratio=500.');
    limits =
      name === 'ratio'
        ? { ...limits, ratio: Number(amount) }
        : { ...limits, bytes: Number(amount) * gibibyte };
  }
  return limits;
}
