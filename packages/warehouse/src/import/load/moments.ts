import { momentLength, timeUnits } from '@atrium/contract/calendar/moments';
import { type Concept, type Dictionary, storage } from '@atrium/engine';
import { queryRows } from '../../duckdb/results.ts';
import { quoted } from '../../sql/quoted.ts';
import { type ImportJob, target } from './importJob.ts';

/** Expression: a moment (`toMoment`) as it was written, without the instant that stands in front of a zone. */
const written = (moment: string): string =>
  `CASE WHEN length(${moment}) > ${momentLength} THEN substr(${moment}, ${momentLength + 2}) ELSE ${moment} END`;

/** Expression: the day of a moment. */
export const dayOfMoment = (moment: string): string => `left(${written(moment)}, 10)`;

/** The SQL format of a moment without a zone, of a timestamp. */
export const momentFormat = '%Y-%m-%d %H:%M:%S.%f';

/** The dictionary with the unit of each time: the finest that a value in the release needs (rule 5.21). */
export async function withTimes(dictionary: Dictionary, job: ImportJob): Promise<Dictionary> {
  const concepts: Concept[] = [];
  for (const concept of dictionary.concepts) {
    concepts.push(concept.time === null ? concept : { ...concept, time: await unitOf(concept, job) });
  }
  return { ...dictionary, concepts };
}

async function unitOf(concept: Concept, { connection }: ImportJob): Promise<Concept['time']> {
  const [table, column] = concept.isMultiple
    ? [storage.moments(concept), storage.value]
    : [concept.collectionId, storage.moment(concept)];
  const [found] = await queryRows(
    connection,
    `SELECT coalesce(max(CASE WHEN substr(w, 24, 3) NOT IN ('', '000') THEN 3
        WHEN substr(w, 21, 3) NOT IN ('', '000') THEN 2
        WHEN substr(w, 18, 2) NOT IN ('', '00') THEN 1 ELSE 0 END), 0) AS unit
      FROM (SELECT ${written(quoted(column))} AS w FROM ${quoted(target, table)})`,
  );
  return timeUnits[Number(found?.['unit'])] ?? 'microsecond';
}
