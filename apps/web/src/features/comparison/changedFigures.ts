import type {
  ComparisonCurves,
  ComparisonPathway,
  ComparisonTable,
} from '@atrium/contract/endpoints/comparison';
import { words } from './comparisonWords.ts';
import { duration, formatTime, shareAt } from './curveWords.ts';
import { waitText } from './pathwayWords.ts';
import { savedWords } from './savedWords.ts';
import { linesOf, shownCount, type TableLine } from './tableRows.ts';

/** The figures of a comparison on one release; null where it has no such part. */
export interface ComparedFigures {
  readonly groups: readonly { readonly title: string; readonly count: number | string }[];
  readonly table: ComparisonTable | null;
  readonly curves: ComparisonCurves | null;
  readonly pathway: ComparisonPathway | null;
}

export interface ChangedFigure {
  readonly figure: string;
  readonly group: string;
  readonly before: string;
  readonly after: string;
}

interface ChangedPart {
  readonly changed: readonly ChangedFigure[];
  /** How many figures were compared. */
  readonly of: number;
}

export interface ChangedFigures {
  readonly sizes: ChangedPart;
  readonly rows: ChangedPart;
  readonly curves: ChangedPart;
  readonly pathway: ChangedPart;
}

/** Figures by what they are and of which group. */
type Figures = ReadonlyMap<string, Omit<ChangedFigure, 'before' | 'after'> & { readonly value: string }>;

/** What changed between two releases, as it is shown: figures that look the same are the same (rule 17.28). */
export const changedFigures = (before: ComparedFigures, after: ComparedFigures): ChangedFigures => ({
  sizes: changesOf(sizesOf(before), sizesOf(after)),
  rows: changesOf(rowsOf(before), rowsOf(after)),
  curves: changesOf(curvesOf(before, before), curvesOf(after, before)),
  pathway: changesOf(stagesOf(before), stagesOf(after)),
});

function changesOf(before: Figures, after: Figures): ChangedPart {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  const changed = keys.flatMap((key): readonly ChangedFigure[] => {
    const [was, is] = [before.get(key), after.get(key)];
    const { figure, group } = was ?? is ?? { figure: '', group: '' };
    const [then, now] = [was?.value ?? savedWords.notThere, is?.value ?? savedWords.notThere];
    return then === now ? [] : [{ figure, group, before: then, after: now }];
  });
  return { changed, of: keys.length };
}

/** Figures of the same name and group, as of two groups with one title, stay apart in their order. */
function figuresOf(given: readonly (readonly [figure: string, group: string, value: string])[]): Figures {
  const found = new Map<string, Omit<ChangedFigure, 'before' | 'after'> & { readonly value: string }>();
  for (const [figure, group, value] of given) {
    let nth = 0;
    while (found.has(JSON.stringify([figure, group, nth]))) nth += 1;
    found.set(JSON.stringify([figure, group, nth]), { figure, group, value });
  }
  return found;
}

const sizesOf = ({ groups }: ComparedFigures): Figures =>
  figuresOf(groups.map(({ title, count }) => [savedWords.size, title, shownCount(count)]));

function rowsOf({ table }: ComparedFigures): Figures {
  if (table === null) return new Map();
  let head = '';
  const ofLine = (line: TableLine, isTested: boolean): readonly (readonly [string, string, string])[] => {
    if (line.isHead) {
      head = line.label;
      const tests = isTested ? line.tests.join('; ') : words.none;
      return [
        [`${head}: ${savedWords.difference}`, savedWords.all, line.difference],
        [`${head}: ${savedWords.test}`, savedWords.all, tests],
      ];
    }
    return line.cells.map((cell, index) => [
      `${head}: ${line.label}`,
      table.groups[index]?.title ?? '',
      cell,
    ]);
  };
  return figuresOf(
    table.concepts.flatMap((concept) =>
      linesOf(table, [concept]).flatMap((line) => ofLine(line, concept.tests.length > 0)),
    ),
  );
}

/** The estimates of curves at the times that they had when they were saved. */
function curvesOf({ curves: found }: ComparedFigures, { curves: saved }: ComparedFigures): Figures {
  if (found === null || saved === null) return new Map();
  const { times } = saved;
  const start = found.kind === 'survival' ? 1 : 0;
  return figuresOf(
    found.curves.flatMap(({ steps, subjects, events, median }, index) => {
      const group = found.groups[index]?.title ?? '';
      return [
        [savedWords.followed, group, shownCount(subjects)] as const,
        [savedWords.events, group, shownCount(events)] as const,
        [savedWords.median, group, median === null ? savedWords.noEstimate : duration(median)] as const,
        ...times.map(
          (time) => [savedWords.curve(formatTime(times)(time)), group, shareAt(steps, time, start)] as const,
        ),
      ];
    }),
  );
}

function stagesOf({ pathway }: ComparedFigures): Figures {
  if (pathway === null) return new Map();
  const { group, stages } = pathway;
  return figuresOf(
    stages.flatMap((stage, index) => [
      [savedWords.reached(index + 1), group.title, shownCount(stage.reached)] as const,
      ...(stage.wait === null ? [] : [[savedWords.wait(index + 1), group.title, waitText(stage)] as const]),
    ]),
  );
}
