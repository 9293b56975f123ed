import { type RawBuilder, sql } from 'kysely';
import { compileCourse, wayNumbers } from '../cohort/compile/compilePathway.ts';
import { compileRowCondition } from '../cohort/compile/compileRowCondition.ts';
import { compileSubjects } from '../cohort/compile/compileSubjects.ts';
import type { CohortPlan } from '../cohort/plan/cohortPlan.ts';
import type { Pathway } from '../concepts/rowCondition.ts';
import { asPart, type ReleaseSql } from '../rows/release.ts';
import { planWaitingBins } from '../statistics/bins.ts';
import { momentsOf, quantileOf, type ValueCount } from './valueCounts.ts';

/**
 * Rows of two kinds, each with how many `subjects` of the cohort: `reached` and `way` where these stand after their last
 * stage, and `stage` and `days` for the time that they took to a stage, the second being 1 (rules 17.31 and 17.32).
 */
export function compilePathway(pathway: Pathway, plan: CohortPlan, release: ReleaseSql): RawBuilder<unknown> {
  const given = { release, compileCondition: compileRowCondition };
  const waits = [...pathway.stages.keys()].slice(1).map((stage) => {
    const [from, to] = [sql.ref(`m${stage - 1}`), sql.ref(`m${stage}`)];
    return sql`SELECT NULL, NULL, ${sql.lit(stage)}, ${to} - ${from}, count(*) FROM course
      WHERE ${to} IS NOT NULL GROUP BY 4`;
  });
  return sql`WITH cohort ${asPart(release)} (${compileSubjects(plan, release)}),
    ${compileCourse(pathway, given)}
    SELECT reached, way, CAST(NULL AS INTEGER) AS stage, CAST(NULL AS INTEGER) AS days, count(*) AS subjects
    FROM course GROUP BY 1, 2 UNION ALL ${sql.join(waits, sql` UNION ALL `)}`;
}

/** How long subjects took to a stage, in days (rule 17.32). */
export interface WaitingTime {
  readonly n: number;
  readonly median: number | null;
  readonly q1: number | null;
  readonly q3: number | null;
  readonly bins: readonly { readonly label: string; readonly count: number }[];
}

/** Who reached a stage, and what became of them (rule 17.31). */
export interface StageFigures {
  readonly reached: number;
  readonly next: number;
  readonly left: readonly number[];
  readonly waiting: number;
  readonly unknown: number;
  /** Null for the first stage. */
  readonly wait: WaitingTime | null;
}

/** Subjects who stand alike after their last stage, or who took as long to a stage. */
export interface PathwayLine {
  readonly reached: number | null;
  readonly way: number | null;
  readonly stage: number | null;
  readonly days: number | null;
  readonly count: number;
}

/** The figures of a pathway from its lines. */
export function pathwayFigures(
  lines: readonly PathwayLine[],
  { stages, exits }: Pathway,
): { readonly notReached: number; readonly stages: readonly StageFigures[] } {
  // These are few beside the lines of waiting times.
  const courses = lines.flatMap(({ reached, way, count }) =>
    reached === null ? [] : { reached, way, count },
  );
  const sum = (isMeant: (course: (typeof courses)[number]) => boolean): number =>
    courses.reduce((total, course) => total + (isMeant(course) ? course.count : 0), 0);
  const stageFigures = stages.map((_, index): StageFigures => {
    const stage = index + 1;
    const wayIs = (number: number): number => sum(({ reached, way }) => reached === stage && way === number);
    return {
      reached: sum(({ reached }) => reached >= stage),
      next: sum(({ reached }) => reached > stage),
      left: exits.map((__, exit) => wayIs(exit)),
      waiting: wayIs(wayNumbers.waiting),
      unknown: wayIs(wayNumbers.unknown),
      wait: index === 0 ? null : waitingTime(lines.filter((line) => line.stage === index)),
    };
  });
  return { notReached: sum(({ reached }) => reached === 0), stages: stageFigures };
}

/** A row of `compilePathway`. */
export function pathwayLine(row: Readonly<Record<string, unknown>>): PathwayLine {
  const number = (key: string): number | null => (row[key] == null ? null : Number(row[key]));
  return {
    reached: number('reached'),
    way: number('way'),
    stage: number('stage'),
    days: number('days'),
    count: Number(row['subjects']),
  };
}

function waitingTime(lines: readonly PathwayLine[]): WaitingTime {
  const values = lines
    .map(({ days, count }): ValueCount => ({ value: days ?? 0, count }))
    .toSorted((one, other) => one.value - other.value);
  const moments = momentsOf(values);
  const quartile = (share: number): number | null => quantileOf(values, share);
  return {
    n: moments?.n ?? 0,
    ...{ median: quartile(0.5), q1: quartile(0.25), q3: quartile(0.75) },
    bins: moments === null ? [] : binned(values, moments),
  };
}

function binned(
  values: readonly ValueCount[],
  { n, mean }: { readonly n: number; readonly mean: number },
): WaitingTime['bins'] {
  const [min, max] = [values[0]?.value ?? 0, values.at(-1)?.value ?? 0];
  const bins = planWaitingBins({ count: n, min, max, mean });
  return bins.map(({ from, label }, index) => {
    const next = Number(bins[index + 1]?.from ?? Number.POSITIVE_INFINITY);
    const held = values.filter(({ value }) => value >= Number(from) && value < next);
    return { label, count: held.reduce((total, { count }) => total + count, 0) };
  });
}
