import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { unreachable } from '@atrium/contract/errors/unreachable';
import type { ImportProblem, ImportProgress, ImportReport } from '@atrium/warehouse';
import { z } from 'zod';
import type { ImportKind } from '../database/index.ts';
import type { EndangeredReport, UnmetReport } from '../report/index.ts';
import { presentHeldBack } from './aggregateRelease.ts';
import { presentWaiting } from './lackingParts.ts';
import { openIdentifiers, presentIdentifiers } from './openIdentifiers.ts';
import type { ImportOperation, Progress } from './operation.ts';
import { type SwitchOutcome, storedDataUse } from './switchRelease.ts';
import { presentUnconfirmed } from './widening.ts';
import { presentWiderUses } from './widerUse.ts';

const number = new Intl.NumberFormat('en-US');

/** Presents the report of an import as lines of text; first what the package would open. */
export function presentReport(
  report: ImportReport & Partial<SwitchOutcome> & { readonly unmet?: readonly UnmetReport[] },
  { dryRun, hold = false }: Pick<ImportOperation, 'dryRun' | 'hold'>,
): readonly string[] {
  return [
    ...presentIdentifiers(report.identifiersToConfirm ?? []),
    ...presentWiderUses(report.usesToConfirm ?? []),
    ...presentUnconfirmed(report.datasetId, report.unconfirmed ?? []),
    presentOutcome(report, dryRun ? 'dry_run' : hold ? 'build' : 'import'),
    ...presentHeldBack(report.datasetId, report.heldBack ?? null),
    ...presentWaiting(report.datasetId, report.lacking ?? []),
    ...presentUnmet(report.unmet ?? []),
    ...presentContents(report),
  ];
}

/**
 * The creators whose reports expect something else of the release. Reports are named by number only, because their
 * content is for their viewers.
 */
const presentUnmet = (unmet: readonly UnmetReport[]): readonly string[] =>
  unmet.length === 0
    ? []
    : [
        `  It does not meet the expectations of ${formatQuantity(unmet.length, 'report')}: ${unmet.map(({ id }) => id).join(', ')}.`,
      ];

type Facts = z.output<typeof storedReport>;

const presentLines = (report: Facts, kind: ImportKind): readonly string[] => [
  ...presentIdentifiers(report.identifiersToConfirm),
  presentOutcome(report, kind),
  ...presentContents(report),
];

type Contents = Pick<
  ImportReport,
  'collections' | 'dictionary' | 'warnings' | 'files' | 'numberWords' | 'dataUse'
> & {
  readonly problems: readonly Problem[];
};

const presentContents = (report: Contents): readonly string[] => [
  ...presentRows(report),
  ...presentFiles(report),
  ...presentDictionary(report),
  ...presentNumberWords(report),
  ...presentDataUse(report),
  ...presentProblems(report.problems),
  ...report.warnings.map((warning) => `  Warning: ${warning}`),
];

function presentOutcome(
  {
    datasetId,
    package: { version },
    subjects,
    durationMs,
  }: Pick<ImportReport, 'datasetId' | 'subjects' | 'durationMs'> & {
    readonly package: Pick<ImportReport['package'], 'version'>;
  },
  kind: ImportKind,
) {
  const seconds = (durationMs / 1000).toFixed(1);
  const of = version === null ? '' : ` (version ${version})`;
  const found = formatQuantity(subjects, 'subject');
  switch (kind) {
    case 'dry_run':
      return `Dataset ${datasetId}${of} can be imported: ${found}; nothing was changed.`;
    case 'report_check':
      return `Dataset ${datasetId}${of} was built for a check and deleted again: ${found}.`;
    case 'build':
      return `Dataset ${datasetId}${of} is built and waits: ${found}, imported in ${seconds} s.`;
    case 'dictionary':
    case 'import':
      return `Dataset ${datasetId}${of} is live: ${found}, imported in ${seconds} s.`;
    default:
      return unreachable(kind);
  }
}

const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(2);

/** The result for the downloadable files. */
function presentFiles({ files }: Pick<ImportReport, 'files'>): readonly string[] {
  if (files === null) return [];
  const { loaded, bytes, found, verified, copied } = files;
  return [
    `  ${formatQuantity(loaded, 'file')} to download, ${gigabytes(bytes)} GB: ${number.format(found)} found with their size, ${number.format(verified)} with their checksum, ${number.format(copied)} copied to the storage`,
  ];
}

type Problem = Omit<ImportProblem, 'kind' | 'conceptId' | 'isOpen'>;

function presentRows({ collections, files }: Pick<ImportReport, 'collections' | 'files'>): readonly string[] {
  const table = [
    ['rows of', 'read', 'loaded', 'skipped'],
    ...[...collections, ...(files === null ? [] : [files])].map(({ collection, read, loaded, skipped }) => [
      collection,
      ...[read, loaded, skipped].map((amount) => number.format(amount)),
    ]),
  ];
  const nameWidth = Math.max(...table.map(([name = '']) => name.length));
  return table.map(([name = '', ...cells]) =>
    ['  ', name.padEnd(nameWidth), ...cells.map((cell) => cell.padStart(12))].join(''),
  );
}

function presentDictionary({ dictionary }: Pick<ImportReport, 'dictionary'>): readonly string[] {
  const { collections, concepts, categories, ontologies } = dictionary;
  const parts = [
    formatQuantity(concepts, 'concept'),
    formatQuantity(collections, 'collection'),
    formatQuantity(categories, 'category', 'categories'),
    ...ontologies.map(({ id, terms }) => `ontology ${id} of ${formatQuantity(terms, 'term')}`),
  ];
  return [`  ${parts.join(', ')}`];
}

/** Columns of numbers with words beside them, by their counts: what the words say may be closed (rule 10.30). */
/** What subjects agreed to, the most frequent first (rule 1.25). */
function presentDataUse({ dataUse }: Pick<ImportReport, 'dataUse'>): readonly string[] {
  if (dataUse === null) return [];
  const { codes, without, forAggregates } = dataUse;
  return [
    ...codes.map(({ codes: text, subjects, unknown }) =>
      [
        `  Data use ${text}: ${formatQuantity(subjects, 'subject')}`,
        ...(unknown.length === 0
          ? []
          : [`, whom no purpose reaches, since ${unknown.join(', ')} is unknown`]),
      ].join(''),
    ),
    ...(without === 0
      ? []
      : [`  Data use: ${formatQuantity(without, 'subject')} without codes, whom no purpose reaches`]),
    `  Data use: members who see aggregates only count ${formatQuantity(forAggregates, 'subject')}`,
  ];
}

const presentNumberWords = ({ numberWords }: Pick<ImportReport, 'numberWords'>): readonly string[] =>
  numberWords.map(({ field, numbers, words, bounds, different }) => {
    const ofWords = `${formatQuantity(words, 'word')} (${number.format(different)} different), of which ${number.format(bounds)} are bounds`;
    return `  ${field}: ${formatQuantity(numbers, 'number')} and ${ofWords}`;
  });

function presentProblems(problems: readonly Problem[]): readonly string[] {
  if (problems.length === 0) return ['  No problems.'];
  const met = problems.reduce((sum, problem) => sum + problem.count, 0);
  return [
    `  ${formatQuantity(met, 'problem')} of ${formatQuantity(problems.length, 'kind')}:`,
    ...problems.flatMap(presentProblem),
  ];
}

function presentProblem({ collection, field, message, count: times, examples }: Problem) {
  const location = field === null ? collection : `${collection}.${field}`;
  return [
    `  - ${location}: ${message} (${number.format(times)})`,
    ...examples.map(({ file, line, value }) => `      ${file}:${line} ${JSON.stringify(value)}`),
  ];
}

export function presentProgress(progress: ImportProgress): Progress {
  const percent = percentOf(progress);
  return {
    step: nameStep(progress),
    detail: describeDetail(progress, percent),
    ...(percent === null ? {} : { percent }),
  };
}

function nameStep({ phase, collection }: ImportProgress): string {
  switch (phase) {
    case 'check':
      return 'checking the package';
    case 'ontologies':
      return 'reading ontologies';
    case 'read':
      return `reading ${collection ?? 'tables'}`;
    case 'store':
      return `storing ${collection ?? 'tables'}`;
    case 'files':
      return 'checking the files';
    case 'finish':
      return 'finishing the release';
    default:
      return unreachable(phase);
  }
}

function percentOf({ phase, bytesRead, bytesTotal }: ImportProgress): number | null {
  if (phase !== 'read' || bytesTotal === 0) return null;
  return Math.min(Math.floor((100 * bytesRead) / bytesTotal), 100);
}

function describeDetail({ phase, rows, files }: ImportProgress, percent: number | null): string | null {
  if (phase === 'files' && files !== undefined)
    return `${number.format(files.done)} of ${number.format(files.total)}, ${gigabytes(files.bytes)} GB read`;
  return percent === null ? null : `${formatQuantity(rows, 'row')}, ${percent} %`;
}

/** Which reports a release would break, as lines of text. */
export function presentEndangered(reports: readonly EndangeredReport[]): readonly string[] {
  if (reports.length === 0) return ['This release would break no report.'];
  return [
    `This release would change ${reports.length} ${reports.length === 1 ? 'report' : 'reports'}. Nothing has gone live.`,
    ...reports.flatMap(({ id, name, creator, staysOnOwn, errors, lost }) => [
      `  Report ${id}, "${name}", of ${creator}${staysOnOwn ? ' (stays on its own release)' : ''}:`,
      ...errors.map((error) => `    - breaks: ${error}`),
      ...lost.map(({ kind, part, label }) => `    - ${part} loses the ${kind} ${label}`),
    ]),
  ];
}

const storedReport = z.object({
  datasetId: z.string(),
  package: z.object({ version: z.string().nullable() }),
  subjects: z.int(),
  durationMs: z.number(),
  collections: z.array(
    z.object({ collection: z.string(), read: z.number(), loaded: z.number(), skipped: z.number() }),
  ),
  dictionary: z.object({
    concepts: z.number(),
    collections: z.number(),
    categories: z.number(),
    ontologies: z.array(z.object({ id: z.string(), terms: z.number() })),
  }),
  files: z
    .object({
      collection: z.string(),
      ...{ read: z.number(), loaded: z.number(), skipped: z.number() },
      ...{ bytes: z.number(), found: z.number(), verified: z.number(), copied: z.number() },
    })
    .nullable()
    .default(null),
  problems: z.array(
    z.object({
      collection: z.string(),
      field: z.string().nullable(),
      message: z.string(),
      count: z.number(),
      examples: z.array(z.object({ file: z.string(), line: z.number(), value: z.string() })),
    }),
  ),
  numberWords: z
    .array(
      z.object({
        field: z.string(),
        ...{ numbers: z.number(), words: z.number(), bounds: z.number(), different: z.number() },
      }),
    )
    .default([]),
  dataUse: storedDataUse.default(null),
  warnings: z.array(z.string()),
  identifiersToConfirm: openIdentifiers,
});

/** A report of the log as the command line prints one; no line where there is none, as after a refusal. */
export function presentStoredReport(stored: unknown, kind: ImportKind): readonly string[] {
  const read = storedReport.safeParse(stored);
  if (!read.success) return [];
  return presentLines(read.data, kind);
}
