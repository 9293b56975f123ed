import { topCodedAgeDays } from '@atrium/contract/calendar/ages';
import { type RawBuilder, sql } from 'kysely';
import type { RowCondition, TimePoint } from '../../concepts/rowCondition.ts';
import type { ReleaseSql } from '../../rows/release.ts';
import { columnOf, edgeOf, type RowRef, rowRef, sourceOf, subjectOf } from '../../rows/rows.ts';

type Fragment = RawBuilder<unknown>;

/** What times are compiled with; conditions on rows may hold pathways, which hold times. */
export interface TimesSql {
  readonly release: ReleaseSql;
  readonly compileCondition: (condition: RowCondition, row: RowRef, release: ReleaseSql) => Fragment;
}

/** Times `moment` of subjects: of records several, and null where there is none. `cohort` has those who are meant. */
export function compileTimes(point: TimePoint, { release, compileCondition }: TimesSql): Fragment {
  switch (point.kind) {
    case 'birth':
      return sql`SELECT _subject, 0 AS moment FROM cohort`;
    case 'value': {
      const row = rowRef(release.lookup.root, 'r');
      return sql`SELECT ${subjectOf(row)} AS _subject, ${columnOf(row, point.concept, release)} AS moment
        FROM ${sourceOf(row, release)}`;
    }
    case 'record': {
      const row = rowRef(point.collection, 'r');
      return sql`SELECT ${subjectOf(row)} AS _subject, ${edgeOf(row, 'start', release)} AS moment
        FROM ${sourceOf(row, release)} WHERE ${compileCondition(point.condition, row, release)}`;
    }
  }
}

/** An age that stands for all above it says no time. */
export const isExactTime = (at: Fragment, { visibility, lookup }: ReleaseSql): Fragment =>
  visibility.topCodesAges && lookup.dictionary.eventTime === 'age'
    ? sql`AND ${at} < ${sql.raw(String(topCodedAgeDays))}`
    : sql``;
