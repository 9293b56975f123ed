import { type DataPackage, type PackageResource, packageDialect } from '@atrium/contract';
import type { CsvDialect, FileFormat, FilePlan } from './packagePlan.ts';
import { plainPath } from './packageSource.ts';

const compressed = /\.gz$/i;

export const filePlan = (path: string, resource: PackageResource): FilePlan => ({
  path: plainPath(path),
  isCompressed:
    compressed.test(path) || resource['compression'] === 'gz' || resource['compression'] === 'gzip',
});

/** The format of a resource's files by `format` or by their ending, or what is wrong with it. */
export function fileFormat(
  paths: readonly string[],
  resource: PackageResource,
  descriptor: DataPackage,
): FileFormat | { readonly kind: 'unknown'; readonly problems: readonly string[] } {
  const endings = new Set(paths.map(endingOf));
  const format = resource.format?.toLowerCase() ?? [...endings][0];
  if (resource.format === undefined && endings.size > 1) {
    return { kind: 'unknown', problems: [`its files are of several formats (${[...endings].join(', ')})`] };
  }
  if (format === 'parquet') return { kind: 'parquet' };
  if (format !== 'csv' && format !== 'tsv') {
    return { kind: 'unknown', problems: [`its format "${format}" is not known; csv, tsv and parquet are`] };
  }
  const encoding = resource.encoding ?? 'utf-8';
  const dialect = csvDialect(resource, descriptor, format);
  const problems = [...dialect.problems, ...encodingProblems(encoding)];
  return problems.length > 0
    ? { kind: 'unknown', problems }
    : {
        kind: 'csv',
        dialect: dialect.dialect,
        encoding,
        formulaPrefix: resource.atrium?.formulaPrefix ?? null,
      };
}

const endingOf = (path: string): string =>
  path.replace(compressed, '').split('.').at(-1)?.toLowerCase() ?? '';

function encodingProblems(encoding: string): string[] {
  try {
    new TextDecoder(encoding);
    return [];
  } catch {
    return [`its encoding "${encoding}" is not known`];
  }
}

/** The resource's dialect, or the package's, over RFC 4180 (Table Dialect of Data Package 2). */
function csvDialect(resource: PackageResource, descriptor: DataPackage, format: 'csv' | 'tsv') {
  const shared = packageDialect.safeParse(descriptor['dialect'] ?? {});
  const given = resource.dialect ?? (shared.success ? shared.data : {});
  const problems = shared.success ? [] : ['the dialect of the package is not valid'];
  const headerRows = given.headerRows ?? [1];
  if (headerRows.length > 1) problems.push('column names in several rows are not supported');
  for (const key of ['delimiter', 'quoteChar', 'escapeChar'] as const) {
    if (given[key] === '') problems.push(`its dialect has an empty ${key}`);
  }
  const quoteChar = given['quoteChar'] === undefined ? '"' : given.quoteChar;
  const dialect: CsvDialect = {
    delimiter: given.delimiter ?? (format === 'tsv' ? '\t' : ','),
    lineTerminator: given.lineTerminator ?? null,
    quoteChar: quoteChar ?? null,
    escapeChar: given.escapeChar ?? quoteChar ?? '"',
    nullSequence: given.nullSequence ?? null,
    skipInitialSpace: given.skipInitialSpace ?? false,
    headerRow: given.header === false ? 0 : (headerRows[0] ?? 0),
    commentChar: given.commentChar ?? null,
  };
  return { dialect, problems };
}
