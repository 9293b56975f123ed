import { type DatasetSettings, datasetSettings, PortalError } from '@atrium/contract';
import { z } from 'zod';

/** What a steward chose, by key; null takes a setting of the package away. */
export const stewardSettings = z.record(z.string(), z.unknown());
export type StewardSettings = z.infer<typeof stewardSettings>;

/** What holds for a dataset: the package's proposals with the steward's choices over them. */
export function effectiveSettings(proposed: unknown, chosen: StewardSettings): DatasetSettings {
  const merged = { ...stewardSettings.catch({}).parse(proposed ?? {}), ...chosen };
  const kept = Object.entries(merged).filter(([, value]) => value !== null);
  return datasetSettings.parse(Object.fromEntries(kept));
}

const known: Readonly<Record<string, z.ZodType>> = datasetSettings.shape;

/** Reads `key=value`: text as it is, anything else as JSON; nothing after the sign takes the setting away. */
export function readSetting(word: string): readonly [key: string, value: unknown] {
  const sign = word.indexOf('=');
  const [key, text] = sign === -1 ? [word, ''] : [word.slice(0, sign), word.slice(sign + 1)];
  const schema = Object.hasOwn(known, key) ? known[key] : undefined;
  if (sign === -1 || schema === undefined) {
    throw new PortalError(
      'bad_request',
      `${word}: give KEY=VALUE, KEY one of ${Object.keys(known).join(', ')}.`,
    );
  }
  if (text === '') return [key, null];
  for (const value of [text, jsonOf(text)]) {
    const read = schema.safeParse(value);
    if (read.success && read.data !== undefined) return [key, read.data];
  }
  const faults = schema.safeParse(jsonOf(text) ?? text).error?.issues ?? [];
  const reasons = faults.map(({ path, message }) => [...path, message].join(': '));
  throw new PortalError('bad_request', `${key}: ${reasons.join('; ') || 'cannot be read'}.`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
