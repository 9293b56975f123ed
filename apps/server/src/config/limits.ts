import path from 'node:path';
import { defaultWorkBudget, type WorkBudget } from '@atrium/warehouse';
import { defaultSpoolLimits, type SpoolLimits } from '../http/index.ts';
import { ConfigError } from './settingsFile.ts';

/** How long a question may work, and what questions and exports together may use of the machine. */
export interface QuestionLimits {
  readonly seconds: number;
  readonly budget: WorkBudget;
}

const rule =
  'ATRIUM_QUESTION_LIMITS must be like seconds=30,megabytes=2048,spillMegabytes=16384, with at least 1 second ' +
  'and 512 megabytes of each.';

/** Parses what differs from the defaults. */
export function parseQuestionLimits(text: string | undefined): QuestionLimits {
  let limits: QuestionLimits = { seconds: 30, budget: defaultWorkBudget };
  for (const part of text?.split(',') ?? []) {
    const [name, amount = ''] = part.trim().split('=');
    if (!/^[1-9]\d{0,7}$/.test(amount)) throw new ConfigError(rule);
    limits = changed(limits, name, Number(amount));
  }
  return limits;
}

function changed(limits: QuestionLimits, name: string | undefined, amount: number): QuestionLimits {
  if (name === 'seconds') return { ...limits, seconds: amount };
  if ((name === 'megabytes' || name === 'spillMegabytes') && amount >= 512)
    return { ...limits, budget: { ...limits.budget, [name]: amount } };
  throw new ConfigError(rule);
}

const spoolRule =
  'ATRIUM_EXPORT_SPOOL must be like megabytes=16384,eachMegabytes=4096, with at least 64 megabytes of each, and no more ' +
  'for one account than for all.';

/** Parses what differs from the default room of exports on the disk (rule 8.24). */
export function parseSpoolLimits(text: string | undefined): SpoolLimits {
  const limits = { ...defaultSpoolLimits };
  for (const part of text?.split(',') ?? []) {
    const [name, amount = ''] = part.trim().split('=');
    const isKnown = name === 'megabytes' || name === 'eachMegabytes';
    if (!isKnown || !/^[1-9]\d{1,7}$/.test(amount) || Number(amount) < 64) throw new ConfigError(spoolRule);
    limits[name] = Number(amount);
  }
  if (limits.eachMegabytes > limits.megabytes) throw new ConfigError(spoolRule);
  return limits;
}

/** What staff may load from the staff rooms. */
export interface DataRoomLimits {
  /** The largest file that staff may send, in bytes; 0: none. */
  readonly largestUpload: number;
  /** Folders below which staff may import packages; none unless they are named. */
  readonly packageFolders: readonly string[];
}

const gibibyte = 1024 ** 3;
const usualGibibytes = '8';

/** The settings of ATRIUM_UPLOAD_GIBIBYTES and ATRIUM_PACKAGE_FOLDERS. */
export function parseDataRooms(given: (name: string) => string | undefined): DataRoomLimits {
  const size = given('ATRIUM_UPLOAD_GIBIBYTES') ?? usualGibibytes;
  if (!/^\d{1,4}$/.test(size))
    throw new ConfigError('ATRIUM_UPLOAD_GIBIBYTES must be a whole number; 0 takes no files.');
  const folders = given('ATRIUM_PACKAGE_FOLDERS')?.split(path.delimiter) ?? [];
  const relative = folders.find((folder) => !path.isAbsolute(folder));
  if (relative !== undefined)
    throw new ConfigError(`ATRIUM_PACKAGE_FOLDERS must be absolute paths, separated by "${path.delimiter}".`);
  return { largestUpload: Number(size) * gibibyte, packageFolders: folders };
}
