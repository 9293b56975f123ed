import type { Characteristics, Enrollment, MetricsInfo } from '@atrium/contract/wire/site';
import { formatCount } from '../../lib/formatNumber.ts';
import { homeWords, metricsWords, rowNames, shortRowNames } from './siteWords.ts';

export interface ShownFigure {
  readonly count: number | null;
  readonly isHidden: boolean;
  /** `402 (6.6%)`, `not shown` or `Unknown`. */
  readonly text: string;
}

export interface FigureColumn {
  readonly name: string;
  readonly figures: readonly ShownFigure[];
}

/** One table: a name for each row, and the columns with their figures. */
export interface FigureTable {
  readonly rows: readonly string[];
  /** The names of the rows, shorter. */
  readonly shortRows: readonly string[];
  readonly columns: readonly FigureColumn[];
}

/** The share of a total with one decimal; 0.0% of nothing (rule 14.49). */
export const percentOf = (count: number, total: number): string =>
  `${(total === 0 ? 0 : (100 * count) / total).toFixed(1)}%`;

/** A figure alone: not shown, not known, or its number. */
export function showFigure(count: number | null, isHidden: boolean): ShownFigure {
  if (count !== null) return { count, isHidden: false, text: formatCount(count) };
  return { count, isHidden, text: isHidden ? metricsWords.hidden : homeWords.unknown };
}

function withShare(count: number | null, isHidden: boolean, total: number | null): ShownFigure {
  const shown = showFigure(count, isHidden);
  return count === null || total === null
    ? shown
    : { ...shown, text: `${shown.text} (${percentOf(count, total)})` };
}

const people = [
  'male',
  'hispanic',
  'white',
  'black',
  'asian',
  'indian',
  'native',
  'mixed',
  'missing',
] as const;
const enrolmentRows = ['total', 'wgs', 'wes', 'mips', ...people] as const;
const characteristicsRows = ['total', ...people] as const;

interface Source<Row extends string> {
  readonly name: string;
  /** The path of its figures in the reply. */
  readonly path: string;
  readonly figures: Readonly<Record<Row, number | null>>;
}

function tableOf<Row extends keyof typeof rowNames>(
  rows: readonly Row[],
  sources: readonly Source<Row>[],
  hidden: readonly string[],
): FigureTable {
  return {
    rows: rows.map((row) => rowNames[row]),
    shortRows: rows.map((row) => shortRowNames[row]),
    columns: sources.map(({ name, path, figures }) => ({
      name,
      figures: rows.map((row) => {
        const isHidden = hidden.includes(`${path}.${row}`);
        return row === 'total'
          ? showFigure(figures[row], isHidden)
          : withShare(figures[row], isHidden, totalOf(figures));
      }),
    })),
  };
}

function sequencedOf(trios: MetricsInfo['sequencedTrios'], hidden: readonly string[]): FigureTable | null {
  const rows = ['wgs', 'wes'] as const;
  const figures = rows.map((row) => showFigure(trios[row], hidden.includes(`sequenced_trios.${row}`)));
  if (figures.every(({ count, isHidden }) => count === null && !isHidden)) return null;
  return {
    rows: rows.map((row) => rowNames[row]),
    shortRows: rows.map((row) => shortRowNames[row]),
    columns: [{ name: metricsWords.sequenced, figures }],
  };
}

const totalOf = (figures: Readonly<Record<string, number | null>>): number | null => figures['total'] ?? null;

/** The tables of the metrics; that of sequenced trios where they are known (rule 4.20). */
export function figureTables({ probandAndTrio, trioCharacteristics, sequencedTrios, hidden }: MetricsInfo): {
  readonly enrolment: FigureTable;
  readonly characteristics: FigureTable;
  readonly sequenced: FigureTable | null;
} {
  const { probands, trios }: { probands: Enrollment; trios: Enrollment } = probandAndTrio;
  const { wgs, wes }: { wgs: Characteristics; wes: Characteristics } = trioCharacteristics;
  return {
    enrolment: tableOf(
      enrolmentRows,
      [
        { name: metricsWords.probands, path: 'proband_and_trio.probands', figures: probands },
        { name: metricsWords.trios, path: 'proband_and_trio.trios', figures: trios },
      ],
      hidden,
    ),
    sequenced: sequencedOf(sequencedTrios, hidden),
    characteristics: tableOf(
      characteristicsRows,
      [
        { name: metricsWords.wgs, path: 'trio_characteristics.wgs', figures: wgs },
        { name: metricsWords.wes, path: 'trio_characteristics.wes', figures: wes },
      ],
      hidden,
    ),
  };
}

/** `whole_genomes_updated` → `whole genomes` (rule 14.48). */
export const updateLabel = (key: string): string => key.replace(/_[^_]*$/, '').replaceAll('_', ' ');
