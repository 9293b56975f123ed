import { disarmed } from '@atrium/contract/documents/formulas';
import type { ComparedConcept, ComparisonTable } from '@atrium/contract/endpoints/comparison';
import { formatCount } from '../../lib/formatNumber.ts';
import { formatDifference, formatFigure, formatShare, testSentence, words } from './comparisonWords.ts';

/** A line of Table 1: the head of a concept, or its figures by group. */
export interface TableLine {
  readonly key: string;
  readonly isHead: boolean;
  readonly label: string;
  readonly cells: readonly string[];
  readonly difference: string;
  /** What was tested, in one sentence a test. */
  readonly tests: readonly string[];
}

/** The concepts as they are listed: as chosen, or by how far the groups differ. */
export const inOrder = (
  concepts: readonly ComparedConcept[],
  order: 'chosen' | 'difference',
): readonly ComparedConcept[] =>
  order === 'chosen' ? concepts : concepts.toSorted((a, b) => sizeOf(b) - sizeOf(a));

/** Groups without spread that differ are further apart than any others. */
const sizeOf = ({ difference }: ComparedConcept): number => difference ?? Number.POSITIVE_INFINITY;

/** The lines of Table 1 (rules 17.4 to 17.6); ages are in years. */
export const linesOf = (table: Compared, concepts: readonly ComparedConcept[]): readonly TableLine[] =>
  concepts.flatMap((concept) => linesOfConcept(table, concept));

type Compared = Pick<ComparisonTable, 'groups' | 'inSeveral' | 'suppression'>;

function linesOfConcept(table: Compared, concept: ComparedConcept): readonly TableLine[] {
  const { groups } = table;
  const { conceptId, title, kind, numbers, values, known, missing, moreValues } = concept;
  const unit = kind === 'age' ? 'years' : concept.unit;
  const line = (label: string, cells: readonly string[]): TableLine => ({
    key: `${conceptId} ${label}`,
    isHead: false,
    ...{ label, cells, difference: '', tests: [] },
  });
  const figures = numbers ?? [];
  const missingCount = missing.reduce<number>(
    (sum, count) => sum + (typeof count === 'number' ? count : 0),
    0,
  );
  const n = (known ?? []).reduce((sum, count) => sum + count, 0);
  const head: TableLine = {
    key: conceptId,
    isHead: true,
    label: unit === null ? title : `${title} (${unit})`,
    cells: groups.map(() => ''),
    difference: formatDifference(concept.difference),
    tests:
      concept.tests.length === 0
        ? untested(table, n, missingCount)
        : concept.tests.map((test) =>
            testSentence(test, { groups: groups.length, n, missing: missingCount }),
          ),
  };
  const summary =
    figures.length === 0
      ? []
      : [
          line(
            words.mean,
            figures.map(({ mean, sd }) => `${formatFigure(mean, kind)} (${formatFigure(sd, kind)})`),
          ),
          line(
            words.median,
            figures.map(
              ({ median, q1, q3 }) =>
                `${formatFigure(median, kind)} [${formatFigure(q1, kind)}, ${formatFigure(q3, kind)}]`,
            ),
          ),
        ];
  const ofGroup = (index: number): number | string => known?.[index] ?? groups[index]?.count ?? '';
  return [
    head,
    ...summary,
    ...values.map(({ label, subjects }, index) => ({
      ...line(
        label,
        subjects.map((count, group) => formatShare(count, ofGroup(group))),
      ),
      key: `${conceptId} value ${index}`,
    })),
    ...(moreValues === 0
      ? []
      : [
          line(
            words.more(moreValues),
            groups.map(() => ''),
          ),
        ]),
    line(
      words.missing,
      missing.map((count, group) => formatShare(count, groups[group]?.count ?? '')),
    ),
  ];
}

/** Of how many the figures are, and why nothing is tested (rule 17.39). */
function untested({ inSeveral, suppression }: Compared, n: number, missing: number): readonly string[] {
  if (suppression !== null) return [words.untested.hidden];
  const why = inSeveral > 0 ? words.untested.overlap : words.untested.noTest;
  return [words.untested.of(formatCount(n), formatCount(missing), why)];
}

/** Headings and lines as rows of cells, the tests last. */
export function cellsOf(
  groups: ComparisonTable['groups'],
  lines: readonly TableLine[],
): readonly (readonly string[])[] {
  const heading = groups.map(({ title, count }) => `${title} (n = ${shownCount(count)})`);
  return [
    [words.concept, ...heading, words.difference, 'Test'],
    ...lines.map(({ label, cells, difference, tests, isHead }) => [
      isHead ? label : `  ${label}`,
      ...cells,
      difference,
      tests.join('; '),
    ]),
  ];
}

export const shownCount = (count: number | string): string =>
  typeof count === 'number' ? formatCount(count) : words.hidden;

export const asCsv = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((cell) => `"${disarmed(cell.trim()).replaceAll('"', '""')}"`).join(','))
    .join('\r\n');

export function asMarkdown([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.trim().replace(/[|\\]/g, '\\$&').replace(/\s+/g, ' ')).join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join(
    '\n',
  );
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

export function asHtml([head = [], ...rows]: readonly (readonly string[])[]): string {
  const row = (tag: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((cells) => row('td', cells)).join('');
  return `<table border="1"><thead>${row('th', head)}</thead><tbody>${body}</tbody></table>`;
}
