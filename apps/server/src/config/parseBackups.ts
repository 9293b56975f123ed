import path from 'node:path';
import { ConfigError } from './settingsFile.ts';

/** Back-ups that the running portal makes by itself. */
export interface BackupSchedule {
  /** Absolute. */
  readonly folder: string;
  readonly hours: number;
  /** How many whole ones stay. */
  readonly keep: number;
}

/** Three weeks. A timer holds at most 596 hours; with more it ends at once. */
const maxHours = 504;

const rule = `ATRIUM_BACKUPS must be like folder=/var/backups/atrium,hours=24,keep=7, with at most ${maxHours} hours.`;

/**
 * Parses where and how often the portal backs itself up; hours and number may be left out. Null where it does not.
 * @throws ConfigError
 */
export function parseBackups(text: string | undefined): BackupSchedule | null {
  if (text === undefined) return null;
  const given = new Map(text.split(',').map((part) => splitOnce(part.trim())));
  const folder = given.get('folder') ?? '';
  const known = [...given.keys()].every((name) => ['folder', 'hours', 'keep'].includes(name));
  if (!known || !path.isAbsolute(folder)) throw new ConfigError(rule);
  const hours = whole(given.get('hours') ?? '24');
  if (hours > maxHours) throw new ConfigError(rule);
  return { folder, hours, keep: whole(given.get('keep') ?? '7') };
}

function splitOnce(part: string): [string, string] {
  const at = part.indexOf('=');
  return at === -1 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
}

function whole(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new ConfigError(rule);
  return Number(text);
}
