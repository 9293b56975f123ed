import type { ImportProblem, ImportReport } from '@atrium/warehouse';

const number = new Intl.NumberFormat('en-US');
const count = (amount: number, one: string, many = `${one}s`): string =>
  `${number.format(amount)} ${amount === 1 ? one : many}`;

/** The report of an import as lines to read. */
export function presentReport(report: ImportReport, isTrial: boolean): readonly string[] {
  return [
    presentOutcome(report, isTrial),
    ...presentRows(report),
    ...presentDictionary(report),
    ...presentProblems(report.problems),
  ];
}

function presentOutcome(
  { datasetId, package: { version }, subjects, durationMs }: ImportReport,
  isTrial: boolean,
) {
  const seconds = (durationMs / 1000).toFixed(1);
  const of = version === null ? '' : ` (version ${version})`;
  return isTrial
    ? `Dataset ${datasetId}${of} can be imported: ${count(subjects, 'subject')}; nothing was changed.`
    : `Dataset ${datasetId}${of} is live: ${count(subjects, 'subject')}, imported in ${seconds} s.`;
}

function presentRows({ collections }: Pick<ImportReport, 'collections'>): readonly string[] {
  const table = [
    ['rows of', 'read', 'loaded', 'skipped'],
    ...collections.map(({ collection, read, loaded, skipped }) => [
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
    count(concepts, 'concept'),
    count(collections, 'collection'),
    count(categories, 'category', 'categories'),
    ...ontologies.map(({ id, terms }) => `ontology ${id} of ${count(terms, 'term')}`),
  ];
  return [`  ${parts.join(', ')}`];
}

function presentProblems(problems: readonly ImportProblem[]): readonly string[] {
  if (problems.length === 0) return ['  No problems.'];
  const met = problems.reduce((sum, problem) => sum + problem.count, 0);
  return [
    `  ${count(met, 'problem')} of ${count(problems.length, 'kind')}:`,
    ...problems.flatMap(presentProblem),
  ];
}

function presentProblem({ collection, field, message, count: times, examples }: ImportProblem) {
  const place = field === null ? collection : `${collection}.${field}`;
  return [
    `  - ${place}: ${message} (${number.format(times)})`,
    ...examples.map(({ file, line, value }) => `      ${file}:${line} ${JSON.stringify(value)}`),
  ];
}
