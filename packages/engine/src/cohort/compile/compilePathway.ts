import type { PathwayBand } from '@atrium/contract/wire/pathway';
import { type RawBuilder, sql } from 'kysely';
import type { Pathway, PathwayCondition, PathwayStep } from '../../concepts/rowCondition.ts';
import { asPart } from '../../rows/release.ts';
import { type RowRef, rowRef, sourceOf, subjectOf } from '../../rows/rows.ts';
import { compileTimes, isExactTime, type TimesSql } from './compileTimes.ts';

type Fragment = RawBuilder<unknown>;

/** How subjects stand after the last stage that they reached; a way to leave is its position in the list. */
export const wayNumbers = { waiting: -1, unknown: -2 } as const;

const momentOf = (alias: string, stage: number): Fragment => sql`${sql.ref(alias)}.${sql.ref(`m${stage}`)}`;

/**
 * Parts of a WITH clause after `cohort`, the last of them `course`: of each subject of the cohort the moments `m0`, `m1`,
 * … of the stages, how many it `reached`, and its `way` after the last one (rules 17.30 and 17.31).
 */
export function compileCourse({ stages, exits, last }: Pathway, given: TimesSql): Fragment {
  const { release } = given;
  const as = asPart(release);
  const part = (name: string, statement: Fragment): Fragment => sql`${sql.ref(name)} ${as} (${statement})`;
  const all = [...stages.keys()];
  const joined = (alias: string, name: string): Fragment =>
    sql`LEFT JOIN ${sql.ref(name)} AS ${sql.ref(alias)} ON ${sql.ref(alias)}._subject = c._subject`;
  const latest = sql.join(
    all.toReversed().map((stage) => momentOf(`s${stage}`, stage)),
    sql`, `,
  );
  const far = part(
    'far',
    sql`SELECT c._subject, ${sql.join(all.map((stage) => momentOf(`s${stage}`, stage)))}, coalesce(${latest}) AS moment
      FROM cohort AS c ${sql.join(
        all.map((stage) => joined(`s${stage}`, `stage${stage}`)),
        sql` `,
      )}`,
  );
  const ways = exits.map((exit, index) =>
    part(
      `exit${index}`,
      sql`SELECT p._subject, min(t.moment) AS moment FROM far AS p
        JOIN (${compileTimes(exit.point, given)}) AS t ON t._subject = p._subject
        WHERE t.moment >= p.moment ${afterDays(exit)} ${isExactTime(sql`t.moment`, release)} GROUP BY p._subject`,
    ),
  );
  const contact =
    last === null ? sql`SELECT _subject, moment FROM far WHERE FALSE` : compileTimes(last, given);
  const course = part(
    'course',
    sql`SELECT c._subject, ${sql.join(all.map((stage) => momentOf('c', stage)))},
        ${reachedOf(stages.length)} AS reached, ${wayOf(exits.length)} AS way
      FROM far AS c ${sql.join(
        exits.map((_, index) => joined(`x${index}`, `exit${index}`)),
        sql` `,
      )} ${joined('l', 'seen')}`,
  );
  const seen = part(
    'seen',
    sql`SELECT t._subject, max(t.moment) AS moment FROM (${contact}) AS t GROUP BY t._subject`,
  );
  return sql.join(
    [
      ...stages.map((_, stage) => part(`stage${stage}`, stageOf(stages, stage, given))),
      far,
      ...ways,
      seen,
      course,
    ],
    sql`, `,
  );
}

/** The moments up to a stage, of who reached it. */
function stageOf(stages: readonly PathwayStep[], stage: number, given: TimesSql): Fragment {
  const step = stages[stage];
  if (step === undefined) throw new Error('There is no such stage.');
  const times = sql`(${compileTimes(step.point, given)}) AS t`;
  const isExact = isExactTime(sql`t.moment`, given.release);
  if (stage === 0)
    return sql`SELECT c._subject, min(t.moment) AS m0 FROM cohort AS c JOIN ${times} ON t._subject = c._subject
      WHERE t.moment IS NOT NULL ${isExact} GROUP BY c._subject`;
  const before = Array.from({ length: stage }, (_, index) => momentOf('p', index));
  const kept = sql.join([sql`p._subject`, ...before], sql`, `);
  return sql`SELECT ${kept}, min(t.moment) AS ${sql.ref(`m${stage}`)} FROM ${sql.ref(`stage${stage - 1}`)} AS p
    JOIN ${times} ON t._subject = p._subject
    WHERE t.moment >= ${momentOf('p', stage - 1)} ${afterDays(step)} ${isExact} GROUP BY ${kept}`;
}

/** Stages that were not reached have no day. */
const afterDays = ({ dayAfter }: PathwayStep): Fragment =>
  sql.join(
    dayAfter.map((stage) => sql`AND t.moment > coalesce(${momentOf('p', stage)}, t.moment - 1)`),
    sql` `,
  );

const reachedOf = (stages: number): Fragment =>
  sql`CASE ${sql.join(
    Array.from({ length: stages }, (_, index) => stages - 1 - index).map(
      (stage) => sql`WHEN ${momentOf('c', stage)} IS NOT NULL THEN ${sql.lit(stage + 1)}`,
    ),
    sql` `,
  )} ELSE 0 END`;

/** The earliest exit; of two on one day the first. */
function wayOf(exits: number): Fragment {
  const all = Array.from({ length: exits }, (_, index) => index);
  const at = (exit: number): Fragment => sql`${sql.ref(`x${exit}`)}.moment`;
  const isFirst = (exit: number): Fragment =>
    sql.join(
      [
        sql`${at(exit)} IS NOT NULL`,
        ...all
          .filter((one) => one !== exit)
          .map((other) => sql`${at(exit)} <= coalesce(${at(other)}, ${at(exit)})`),
      ],
      sql` AND `,
    );
  const left = all.map((exit) => sql`WHEN ${isFirst(exit)} THEN ${sql.lit(exit)}`);
  return sql`CASE ${sql.join(left, sql` `)} WHEN l.moment >= c.moment THEN ${sql.lit(wayNumbers.waiting)}
    ELSE ${sql.lit(wayNumbers.unknown)} END`;
}

/** Whether the subject of a row of the root is in the band. */
export function compileIsInBand({ pathway, band }: PathwayCondition, row: RowRef, given: TimesSql): Fragment {
  const { release } = given;
  const everyone = rowRef(release.lookup.root, 'everyone');
  return release.dialect.hasRow(subjectOf(row), {
    column: sql`found._subject`,
    from: sql`(WITH cohort ${asPart(release)} (SELECT ${subjectOf(everyone)} FROM ${sourceOf(everyone, release)}),
      ${compileCourse(pathway, given)} SELECT _subject FROM course WHERE ${isInBand(band)}) AS found`,
  });
}

function isInBand({ reached, way }: PathwayBand): Fragment {
  if (way === 'reached') return sql`reached >= ${sql.lit(reached)}`;
  if (way === 'stayed') return sql`reached = ${sql.lit(reached)}`;
  return sql`reached = ${sql.lit(reached)} AND way = ${sql.lit(typeof way === 'number' ? way : wayNumbers[way])}`;
}
