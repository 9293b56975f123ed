import type { Query } from '@atrium/engine';

/** A statement that runs for hours on both engines. */
export const endless: Query = {
  text: `SELECT count(*) AS count FROM generate_series(1, 100000) AS a(x), generate_series(1, 100000) AS b(y)
    WHERE (a.x * b.y) % 7 = 1`,
  values: [],
};

/** Numbers from 1, one a row. */
export const numbers = (last: number): Query => ({
  text: 'SELECT x AS number FROM generate_series(1, $1::INTEGER) AS a(x)',
  values: [last],
});
