import {
  type DataPackage,
  type PackageDialect,
  type PackageResource,
  packageDialect,
} from '@atrium/contract/documents/dataPackage';
import type { CsvDialect, FileFormat, FilePlan } from './packagePlan.ts';
import { descriptorPath, plainPath } from './packageSource.ts';

const compressed = /\.gz$/i;

/** The files of a resource; rows inside the descriptor count as a file. */
export const filePlans = (paths: readonly string[], resource: PackageResource): readonly FilePlan[] =>
  paths.length === 0
    ? [{ path: descriptorPath, isCompressed: false }]
    : paths.map((path) => ({
        path: plainPath(path),
        isCompressed:
          compressed.test(path) || resource['compression'] === 'gz' || resource['compression'] === 'gzip',
      }));

interface Unknown {
  readonly kind: 'unknown';
  readonly problems: readonly string[];
}
const unknown = (...problems: readonly string[]): Unknown => ({ kind: 'unknown', problems });

/** The format of a resource's files by `format`, `mediatype` or their ending, or what is wrong with it. */
export function fileFormat(
  paths: readonly string[],
  resource: PackageResource,
  descriptor: DataPackage,
): FileFormat | Unknown {
  const data = resource['data'];
  if (paths.length === 0)
    return data === undefined ? unknown('it has no path and no data') : inline(resource);
  if (data !== undefined) return unknown('it has both a path and data');
  const formats = formatsOf(paths, resource);
  const [format] = formats;
  if (formats.length > 1) return unknown(`its files are of several formats (${formats.join(', ')})`);
  if (format === 'parquet') return { kind: 'parquet' };
  if (format !== 'csv' && format !== 'tsv') {
    return unknown(`its format "${format}" is not known; csv, tsv and parquet are`);
  }
  const encoding = resource.encoding ?? 'utf-8';
  const { dialect, problems: faults } = csvDialect(resource, descriptor, format);
  const problems = [...faults, ...encodingProblems(encoding)];
  return problems.length > 0
    ? unknown(...problems)
    : { kind: 'csv', dialect, encoding, formulaPrefix: resource.atrium?.formulaPrefix ?? null };
}

/** Whether a resource holds rows by its format, be it described or not. */
export const isTabular = (paths: readonly string[], resource: PackageResource): boolean =>
  resource['type'] === 'table' ||
  resource['profile'] === 'tabular-data-resource' ||
  Array.isArray(resource['data']) ||
  formatsOf(paths, resource).some((format) => ['csv', 'tsv', 'parquet'].includes(format));

const mediatypes: Readonly<Record<string, string>> = {
  'text/csv': 'csv',
  'application/csv': 'csv',
  'text/tab-separated-values': 'tsv',
  'application/vnd.apache.parquet': 'parquet',
  'application/x-parquet': 'parquet',
};

function formatsOf(paths: readonly string[], { format, mediatype }: PackageResource): readonly string[] {
  if (format !== undefined) return [format.toLowerCase()];
  const known = mediatypes[mediatype?.split(';')[0]?.trim().toLowerCase() ?? ''];
  return known === undefined ? [...new Set(paths.map(endingOf))] : [known];
}

const endingOf = (path: string): string =>
  path.replace(compressed, '').split('.').at(-1)?.toLowerCase() ?? '';

/** Rows inside the descriptor: all arrays, of which the first may name the columns, or all objects. */
function inline({ data, dialect }: PackageResource): FileFormat | Unknown {
  const rows = Array.isArray(data) ? data : [];
  const isObject = (row: unknown): boolean => typeof row === 'object' && row !== null && !Array.isArray(row);
  if (!Array.isArray(data) || !(rows.every(isObject) || rows.every((row) => Array.isArray(row)))) {
    return unknown('its data must be a list of rows that are all arrays or all objects');
  }
  return { kind: 'inline', rows, hasHeader: dialect?.header !== false };
}

/** The name of an encoding as decoders know it; Python spells some in its own way. */
export const encodingName = (encoding: string): string =>
  encoding
    .trim()
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/-sig$/, '')
    .replace(/^utf-?(8|16)-?(le|be)?$/, 'utf-$1$2')
    .replace(/^latin-1$/, 'latin1');

function encodingProblems(encoding: string): string[] {
  try {
    new TextDecoder(encodingName(encoding));
    return [];
  } catch {
    return [`its encoding "${encoding}" is not known`];
  }
}

function quoting(given: PackageDialect): Pick<CsvDialect, 'quoteChar' | 'doubleQuote' | 'escapeChar'> {
  const quoteChar = given.quoteChar === undefined ? '"' : given.quoteChar;
  // An escape that equals the quote means a doubled quote.
  const escapeChar = given.escapeChar === quoteChar ? null : (given.escapeChar ?? null);
  return { quoteChar, doubleQuote: given.doubleQuote ?? true, escapeChar };
}

/** The resource's dialect, or the package's, over RFC 4180 (Table Dialect of Data Package 2). */
function csvDialect(resource: PackageResource, descriptor: DataPackage, format: 'csv' | 'tsv') {
  const shared = packageDialect.safeParse(descriptor['dialect'] ?? {});
  const given = resource.dialect ?? (shared.success ? shared.data : {});
  const problems = shared.success ? [] : ['the dialect of the package is not valid'];
  for (const key of ['delimiter', 'quoteChar', 'escapeChar'] as const) {
    if (given[key] === '') problems.push(`its dialect has an empty ${key}`);
  }
  return { dialect: csvDialectOf(given, format === 'tsv' ? '\t' : ','), problems };
}

/** A dialect with the defaults of the standard. */
export function csvDialectOf(given: PackageDialect, delimiter: string): CsvDialect {
  const headerRows = given.header === false ? [] : [...(given.headerRows ?? [1])].sort((a, b) => a - b);
  return {
    delimiter: given.delimiter ?? delimiter,
    lineTerminator: given.lineTerminator ?? null,
    ...quoting(given),
    nullSequence: given.nullSequence ?? null,
    skipInitialSpace: given.skipInitialSpace ?? false,
    headerRow: headerRows.at(-1) ?? 0,
    headerRows,
    headerJoin: given.headerJoin ?? ' ',
    commentRows: given.commentRows ?? [],
    commentChar: given.commentChar ?? null,
  };
}
