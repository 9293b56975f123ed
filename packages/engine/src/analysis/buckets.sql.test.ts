import { toYearsAndDays } from '@atrium/contract/calendar/ages';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { parameter } from '../sql/parameter.ts';
import { toQuery } from '../sql/query.ts';
import { openRelease } from '../testing/openRelease.ts';
import { workedExample } from '../testing/workedExample.ts';
import { type Bucketing, bucketLabel, compileBucket } from './buckets.ts';

const inYears = { kind: 'classes', of: 'age', width: 1 } as const;
const inTens = { ...inYears, width: 10 } as const;

/** The class of each age in days, as the engine of the release gives it. */
async function classesOf(ages: readonly number[], bucketing: Bucketing) {
  const { run } = await openRelease(workedExample);
  const lines = ages.map(
    (age, index) => sql`SELECT ${parameter(age, 'INTEGER')} AS age, ${sql.raw(String(index))} AS line`,
  );
  const query = sql`SELECT ${compileBucket(bucketing, sql.id('given', 'age'))} AS found
    FROM (${sql.join(lines, sql` UNION ALL `)}) AS given ORDER BY given.line`;
  return (await run(toQuery(query))).map(({ found }) => bucketLabel(bucketing, Number(found)));
}

it('an age is in the class of the completed years that tables show, below zero too', async () => {
  const ages = [-1462, -1461, -1460, -731, -366, -365, -364, -2, -1, 0, 1, 364, 365, 366, 1459, 1460, 1461];
  expect(await classesOf(ages, inYears)).toEqual(ages.map((age) => toYearsAndDays(age).years));
  expect(await classesOf([-1, -2, -366], inYears)).toEqual([0, 0, -1]);
});

it('an age less than a year below zero is in the class that begins with zero, however wide', async () => {
  expect(await classesOf([-366, -364, -2, 0], inTens)).toEqual(['-10 - -1', '0 - 9', '0 - 9', '0 - 9']);
});
