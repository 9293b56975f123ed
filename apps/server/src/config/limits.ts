import path from 'node:path';
import {
  defaultUnpackLimits,
  defaultWorkBudget,
  type UnpackLimits,
  type WorkBudget,
} from '@atrium/warehouse';
import { z } from 'zod';
import { defaultSpoolLimits, type SpoolLimits } from '../http/index.ts';
import { parseVolume } from './parseVolume.ts';
import { ConfigError, type GivenSettings, parseSetting } from './settingsFile.ts';

/** How much of the machine imports, questions, exports and accounts may use. */
export const parseLimits = (given: GivenSettings) => ({
  importLimits: {
    unpackLimits: parseUnpackLimits(given('ATRIUM_UNPACK_LIMITS')),
    ...parseImportMemory(given('ATRIUM_IMPORT_MEMORY')),
    verifiedBytes:
      1e9 *
      parseSetting(
        'ATRIUM_CHECKSUM_GIGABYTES must be a whole number',
        wholeNumber,
        given('ATRIUM_CHECKSUM_GIGABYTES') ?? '64',
      ),
  },
  questionLimits: parseQuestionLimits(given('ATRIUM_QUESTION_LIMITS')),
  indexMemory: parseIndexMemory(given('ATRIUM_INDEX_MEMORY')),
  spoolLimits: parseSpoolLimits(given('ATRIUM_EXPORT_SPOOL')),
  dataRooms: parseDataRooms(given),
  leastFreeMegabytes: parseSetting(
    'ATRIUM_LEAST_FREE_MEGABYTES must be a whole number from 32',
    leastFree,
    given('ATRIUM_LEAST_FREE_MEGABYTES') ?? '64',
  ),
  exportLimits: parseVolume('ATRIUM_EXPORT_LIMITS', given('ATRIUM_EXPORT_LIMITS')),
  bulkAlert: parseVolume('ATRIUM_BULK_ALERT', given('ATRIUM_BULK_ALERT')),
});

const gibibyte = 1024 ** 3;

/** PostgreSQL writes its log in files of 16 MB, and makes one or two ahead. */
const leastFree = z
  .string()
  .regex(/^\d{1,7}$/)
  .transform(Number)
  .refine((megabytes) => megabytes >= 32);

const wholeNumber = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number);

const importMegabytes = z
  .string()
  .regex(/^\d{1,7}$/)
  .transform(Number)
  .refine((megabytes) => megabytes >= 256);

/** In megabytes; nothing where the amount follows from the machine. */
const parseImportMemory = (text: string | undefined): { readonly megabytes?: number } =>
  text === undefined
    ? {}
    : {
        megabytes: parseSetting(
          'ATRIUM_IMPORT_MEMORY must be a whole number of megabytes from 256',
          importMegabytes,
          text,
        ),
      };

/** How much memory the indexes of releases may take, in megabytes, or none at all. */
export type IndexMemory = { readonly megabytes: number } | 'default' | 'off';

const indexMegabytes = z
  .string()
  .regex(/^\d{1,7}$/)
  .transform(Number)
  .refine((megabytes) => megabytes >= 16);

export function parseIndexMemory(text: string | undefined): IndexMemory {
  if (text === undefined) return 'default';
  if (text === 'off') return 'off';
  const megabytes = parseSetting(
    'ATRIUM_INDEX_MEMORY must be off, or a whole number of megabytes from 16',
    indexMegabytes,
    text,
  );
  return { megabytes };
}

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
  readonly maxUpload: number;
  /** Folders below which staff may import packages; none unless they are named. */
  readonly packageFolders: readonly string[];
}

const defaultGibibytes = '8';

/** The settings of ATRIUM_UPLOAD_GIBIBYTES and ATRIUM_PACKAGE_FOLDERS. */
function parseDataRooms(given: GivenSettings): DataRoomLimits {
  const size = given('ATRIUM_UPLOAD_GIBIBYTES') ?? defaultGibibytes;
  if (!/^\d{1,4}$/.test(size))
    throw new ConfigError('ATRIUM_UPLOAD_GIBIBYTES must be a whole number; 0 takes no files.');
  const folders = given('ATRIUM_PACKAGE_FOLDERS')?.split(path.delimiter) ?? [];
  const relative = folders.find((folder) => !path.isAbsolute(folder));
  if (relative !== undefined)
    throw new ConfigError(`ATRIUM_PACKAGE_FOLDERS must be absolute paths, separated by "${path.delimiter}".`);
  return { maxUpload: Number(size) * gibibyte, packageFolders: folders };
}
