import { z } from 'zod';
import { paginator } from './paginator.ts';
import { queryInteger, queryValue } from './tolerant.ts';
import { wireObject } from './wireObject.ts';

/** The three kinds of files; each file is of one. */
export const fileCategories = ['data', 'analysis', 'clinical'] as const;
export type FileCategory = (typeof fileCategories)[number];
export const fileCategory = z.enum(fileCategories);

/** The tag of files of the consortium itself. A site may name one more source, which has files of category `data` only. */
export const localTag = 'Local';

const text = z.string().max(255);

/** A text in a body where null, empty text and `undefined` mean "not given". */
const given = z.codec(z.union([text, z.null()]), text.optional(), {
  decode: (value) => (value === null || value === '' || value === 'undefined' ? undefined : value),
  encode: (value) => value ?? '',
});

const optionalCategory = z.codec(
  z.union([fileCategory, z.literal(''), z.literal('undefined'), z.null()]),
  fileCategory.optional(),
  {
    decode: (value) => (value === null || value === '' || value === 'undefined' ? undefined : value),
    encode: (value) => value ?? '',
  },
);

/** Which dataset a call is about; without it, the one that the session named last (rule 13.10). */
const named = { dataset: given.optional() };

export const datasetQuery = wireObject(named);

/** Default: category `data`, tag `Local`. */
export const fileTypeListBody = wireObject({
  ...named,
  fileTag: given.optional(),
  fileCategory: optionalCategory.optional(),
});

/** The key of file types: without a data type, those of every data type; without a tag, `Local` to add, any to remove. */
const typeKey = {
  ...named,
  fileTag: given.optional(),
  dataType: given.optional(),
  experimentType: text,
  fileFormat: text,
};
export const addTypeBody = wireObject(typeKey);
export const removeTypeBody = wireObject({ ...typeKey, fileCategory: optionalCategory.optional() });
export type FileTypeBody = z.output<typeof removeTypeBody>;

/**
 * How much of the active cohort some files cover. `individuals` are subjects of the cohort that have one of them: null
 * where all of them are files of no subject, which have no percentage either. The percentage is
 * floor(100 × individuals / subjects of the cohort), null for a cohort of nobody (rule 13.8).
 */
const coverage = {
  individuals: z.int().nullable(),
  percentage: z.int().min(0).max(100).nullable().default(null),
  files: z.int(),
  /** In bytes. */
  totalSize: z.int(),
};

const fileType = {
  fileCategory: fileCategory.default('data'),
  fileTag: z.string().default(localTag),
  dataType: z.string(),
  experimentType: z.string(),
  fileFormat: z.string(),
};

/** One file type of the list: all files of the active cohort that have the five words in common. */
export const fileTypeRow = wireObject({
  ...fileType,
  ...coverage,
  /** Whether the whole type is in the queue. */
  isQueued: z.boolean().default(false),
});
export type FileTypeRow = z.output<typeof fileTypeRow>;
export const fileTypeList = z.array(fileTypeRow);

/**
 * One entry of the download queue: a file type, or a single file that was chosen. No file is in two entries, so that the
 * sums of the entries are the totals.
 */
export const queueItem = wireObject({
  kind: z.enum(['type', 'file']).default('type'),
  ...fileType,
  dataType: z.string().default(''),
  fileFormat: z.string().default(''),
  /** The format, as a list shows it; for a single file its name. */
  fileType: z.string(),
  /** Null for a type. */
  fileId: z.string().nullable().default(null),
  ...coverage,
  individuals: z.int().nullable().default(null),
  files: z.int().default(0),
});
export type QueueItem = z.output<typeof queueItem>;
export const queueItems = z.array(queueItem);

export const queueAdded = wireObject({ status: z.literal('added').default('added') });
export const queueRemoved = wireObject({ status: z.literal('removed').default('removed') });
export const parentsBody = wireObject({ alsoParents: z.boolean() });
export const parentsChosen = wireObject({ status: z.literal('complete').default('complete') });
export const queueCleared = wireObject({ status: z.literal('cleared').default('cleared') });

/**
 * The files of the cohort of one experiment type. `missing` are the subjects who have no file of it that the member may
 * read, so "12 subjects have no genome".
 */
const experiment = wireObject({
  experimentType: z.string(),
  ...coverage,
  /** Subjects of the cohort who have such a file that the member may read, queued or not. */
  available: z.int(),
  missing: z.int(),
});
export type ExperimentCoverage = z.output<typeof experiment>;

/** The queue with its totals; of the active cohort as it is now. */
export const queueSummary = wireObject({
  items: queueItems,
  totals: wireObject(coverage),
  /** Subjects of the active cohort, and how many of them no queued file covers. */
  subjects: z.int(),
  uncovered: z.int(),
  /** One for each experiment type in the queue that has files of subjects. */
  experimentTypes: z.array(experiment),
  /**
   * The mothers and fathers outside of the cohort whom the caller sees: how many there are, how many of them have a queued
   * file, and what their files add. Null where the data do not say who they are, and for an empty queue (rule 2.27).
   */
  parents: wireObject({
    isOn: z.boolean(),
    subjects: z.int(),
    individuals: z.int(),
    files: z.int(),
    totalSize: z.int(),
  })
    .nullable()
    .default(null),
  release: z.string(),
  cohortSnapshotId: z.int().nullable(),
});
export type QueueSummary = z.output<typeof queueSummary>;

/** Families whose proband is in the cohort and of whom the member sees mother and father, by what all three have. */
const trioFigure = wireObject({ experimentType: z.string(), trios: z.int() });

/** The figures about the files of the active cohort, for charts. */
export const fileFigures = wireObject({
  subjects: z.int(),
  /** Files of the cohort, of subjects or of none. */
  totals: wireObject(coverage),
  /** Whether the release has any file that the member may read, of this cohort or not. */
  hasFiles: z.boolean(),
  sources: z.array(wireObject({ tag: z.string(), label: z.string(), categories: z.array(fileCategory) })),
  categories: z.array(wireObject({ fileCategory, files: z.int(), totalSize: z.int() })),
  experimentTypes: z.array(experiment),
  /** Null where the data do not say who belongs to a family. */
  trios: wireObject({ complete: z.int(), experimentTypes: z.array(trioFigure) }).nullable(),
  release: z.string(),
  cohortSnapshotId: z.int().nullable(),
});
export type FileFigures = z.output<typeof fileFigures>;

export const fileSortKeys = ['name', 'size', 'experiment_type'] as const;
export type FileSortKey = (typeof fileSortKeys)[number];

const direction = z.codec(z.enum(['1', '-1']), z.union([z.literal(1), z.literal(-1)]), {
  decode: (value) => (value === '1' ? 1 : -1),
  encode: (value) => (value === 1 ? '1' : '-1'),
});

/** Filters of the list of single files; each one that is left out lets all pass. */
export const fileListQuery = wireObject({
  /** Part of the name or id of a file, or of a participant or family of it; case does not count. */
  search: z.string().max(255).optional(),
  fileCategory: fileCategory.optional(),
  fileTag: queryValue.optional(),
  dataType: queryValue.optional(),
  experimentType: queryValue.optional(),
  fileFormat: queryValue.optional(),
  sort: z.enum(fileSortKeys).optional(),
  sortDirection: direction.optional(),
  page: queryInteger.optional(),
  pageSize: queryInteger.optional(),
});
export type FileListQuery = z.output<typeof fileListQuery>;

export const maxFilesOnPage = 200;

const checksum = wireObject({ kind: z.enum(['sha256', 'md5']), value: z.string() });

/** Of each file so many subjects are named in the list; the sample sheet of a transfer names all. */
export const maxNamedSubjects = 20;

/** A subject of a file; null what the data do not say, or the caller may not see. */
const fileSubject = wireObject({
  participant: z.string().nullable(),
  family: z.string().nullable(),
  role: z.string().nullable(),
});
export type FileSubject = z.output<typeof fileSubject>;

/** One file of the active cohort. */
export const fileItem = wireObject({
  fileId: z.string(),
  name: z.string(),
  ...fileType,
  /** In bytes. */
  size: z.int(),
  checksum: checksum.nullable(),
  /** Where the package gave one, also beside a SHA-256. */
  md5: z.string().nullable().default(null),
  /** Subjects of the cohort that it is about; null for a file of no subject. */
  individuals: z.int().nullable(),
  /** Whose it is, of the cohort or not: the first of them; empty where the caller may see none of the three. */
  subjects: z.array(fileSubject).default([]),
  /** How many subjects it has. */
  subjectCount: z.int().default(0),
  /** Whether it is in the queue by itself or with its type. */
  queued: z.enum(['file', 'type']).nullable(),
});
export type FileItem = z.output<typeof fileItem>;
export const fileList = wireObject({ paginator, results: z.array(fileItem) });
export type FileList = z.output<typeof fileList>;

/** At most so many single files are in a queue; whole types are not limited. */
export const maxQueuedFiles = 10_000;
export const fileIdsBody = wireObject({ fileIds: z.array(z.string().min(1).max(255)).min(1).max(1000) });

/** By which way files were handed over. */
export const downloadWays = ['https', 'zip', 'script', 'manifest', 'aspera', 'browser', 'drs'] as const;
export type DownloadWay = (typeof downloadWays)[number];

/** One start of a download of the queue, as it was. */
export const downloadRecord = wireObject({
  id: z.int(),
  startedAt: z.iso.datetime(),
  way: z.enum(downloadWays),
  release: z.string(),
  cohortSnapshotId: z.int().nullable(),
  files: z.int(),
  totalSize: z.int(),
  /** What was in the queue: file types, and how many single files. */
  types: z.array(wireObject(fileType)),
  singleFiles: z.int(),
  /** The files of the mothers and fathers of the cohort were in it, too. */
  alsoParents: z.literal(true).optional(),
});
export type DownloadRecord = z.output<typeof downloadRecord>;
export const downloadList = wireObject({ paginator, results: z.array(downloadRecord) });
export const downloadListQuery = wireObject({
  page: queryInteger.optional(),
  pageSize: queryInteger.optional(),
});
