import { z } from 'zod';

const word = z.union([z.string(), z.number()]).transform(String).optional().catch(undefined);
const count = z.int().positive().optional().catch(undefined);

/** What the address of the query screen holds: open concept, entry being edited, whose data is shown, tab of a date. */
export const querySearch = z.object({
  concept: word,
  entry: word,
  scope: z.enum(['all', 'cohort']).optional().catch(undefined),
  tab: z.enum(['date_range', 'relative_to_today']).optional().catch(undefined),
});

/** What the address of the results screen holds: page, page size and the order of the rows. */
export const resultsSearch = z.object({ page: count, size: count, sort: word });

const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words).optional().catch(undefined);

/** What the address of the aggregate screen holds: how the figures are shown. */
export const aggregateSearch = z.object({
  view: oneOf(['chart']),
  percent: oneOf(['row', 'column']),
  totals: oneOf(['on']),
  shading: oneOf(['off']),
  bars: oneOf(['stacked']),
});

/** Where a visitor wanted to go before being asked to sign in; an address of this site or nothing. */
export const returnSearch = z.object({
  returnTo: z
    .string()
    .regex(/^\/(?![/\\])/)
    .optional()
    .catch(undefined),
});
