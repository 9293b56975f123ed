import { defaultUnpackLimits, type UnpackLimits } from '@atrium/warehouse';
import { ConfigError } from './configError.ts';

const gibibyte = 1024 ** 3;

/** What differs from the defaults: `gibibytes=200,ratio=500`. */
export function readUnpackLimits(text: string | undefined): UnpackLimits {
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
