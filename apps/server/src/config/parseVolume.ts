import { ConfigError } from './settingsFile.ts';

/** How much an account may take on a day, by UTC; null: no limit. */
export interface VolumeLimits {
  readonly rows: number | null;
  readonly bytes: number | null;
}

const megabyte = 1_000_000;

/** Parses rows and megabytes of an account and day, of which either may be absent: `rows=100000,megabytes=500`. */
export function parseVolume(name: string, text: string | undefined): VolumeLimits {
  let limits: VolumeLimits = { rows: null, bytes: null };
  for (const part of text?.split(',') ?? []) {
    const [kind, amount = ''] = part.trim().split('=');
    if ((kind !== 'rows' && kind !== 'megabytes') || !/^[1-9]\d{0,9}$/.test(amount))
      throw new ConfigError(`${name} must be like rows=100000,megabytes=500.`);
    limits =
      kind === 'rows' ? { ...limits, rows: Number(amount) } : { ...limits, bytes: Number(amount) * megabyte };
  }
  return limits;
}
