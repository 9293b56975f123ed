import { auditActions, signInProblems } from '@atrium/contract';
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

const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words).optional().catch(undefined);

/** What the address of the results screen holds: page, page size, the order of the rows, and which panels and dialogs are open. */
export const resultsSearch = z.object({
  page: count,
  size: count,
  sort: word,
  filters: oneOf(['shown', 'hidden']),
  overview: oneOf(['shown']),
  dialog: oneOf(['columns', 'options']),
  column: word,
});

/** What the address of the aggregate screen holds: how the figures are shown, and which panels and dialogs are open. */
export const aggregateSearch = z.object({
  view: oneOf(['chart']),
  percent: oneOf(['row', 'column']),
  totals: oneOf(['on']),
  shading: oneOf(['off']),
  bars: oneOf(['stacked']),
  filters: oneOf(['shown', 'hidden']),
  edit: oneOf(['rows', 'cols']),
});

/** A path of this site, which no spelling turns into another site. */
function isOwnPath(given: string): boolean {
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(given)) return false;
  const nowhere = 'http://portal.invalid';
  return URL.canParse(given, nowhere) && new URL(given, nowhere).origin === nowhere;
}

const returnTo = z.string().refine(isOwnPath).optional().catch(undefined);

/** Where a visitor wanted to go before being asked to sign in; an address of this site or nothing. */
export const returnSearch = z.object({ returnTo });

/** Besides: why a sign-in through a provider came to nothing, and how the session before this one ended. */
export const signInSearch = z.object({
  returnTo,
  error: oneOf(signInProblems),
  ended: oneOf(['expired', 'idle']),
});

const day = z.iso.date().optional().catch(undefined);
const lines = { action: oneOf(auditActions), since: day, until: day };
/** What the address of the account holds: the open tab, the dataset of the examples, and which lines are shown. */
export const accountSearch = z.object({
  tab: oneOf(['password', 'sessions', 'tokens', 'activity']),
  ...lines,
  dataset: word,
});

/** Which lines of the audit are shown to staff. */
export const auditSearch = z.object({ ...lines, dataset: word, account: count });
