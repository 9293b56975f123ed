import { signInProblems } from '@atrium/contract/wire/access';
import { auditActions } from '@atrium/contract/wire/audit';
import { fileCategories } from '@atrium/contract/wire/files';
import { reportStates } from '@atrium/contract/wire/report';
import { z } from 'zod';

const word = z.union([z.string(), z.number()]).transform(String).optional().catch(undefined);
const count = z.int().positive().optional().catch(undefined);

/**
 * The address of the query screen: open concept, entry being edited, whose data is shown, tab of a date; without a
 * concept, what stands in its stead.
 */
export const querySearch = z.object({
  concept: word,
  entry: word,
  scope: z.enum(['all', 'cohort']).optional().catch(undefined),
  tab: z.enum(['date_range', 'relative_to_today']).optional().catch(undefined),
  view: z.enum(['special']).optional().catch(undefined),
});

const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words).optional().catch(undefined);

/** The address of the results screen: page, page size, order of the rows, open panels and dialogs. */
export const resultsSearch = z.object({
  page: count,
  size: count,
  sort: word,
  filters: oneOf(['shown', 'hidden']),
  overview: oneOf(['shown']),
  dialog: oneOf(['columns', 'options']),
  column: word,
});

/** The address of the aggregate screen: how the figures are shown, open panels and dialogs. */
export const aggregateSearch = z.object({
  view: oneOf(['chart']),
  percent: oneOf(['row', 'column']),
  totals: oneOf(['on', 'off']),
  shading: oneOf(['off']),
  bars: oneOf(['stacked']),
  order: oneOf(['count']),
  missing: oneOf(['folded']),
  filters: oneOf(['shown', 'hidden']),
  edit: oneOf(['rows', 'cols']),
});

/**
 * The address of the compare screen: the report on which it stands, groups and concepts, the times of the curves, and a
 * pathway.
 */
export const comparisonSearch = z.object({
  report: count,
  groups: word,
  concepts: word,
  ...{ zero: word, end: word, last: word, entry: word, competing: word, horizon: word },
  ...{ of: word, stages: word, exits: word },
});

/** The address of the dictionary: words searched for. */
export const dictionarySearch = z.object({ search: word });

/** The address of the list of reports: category or project, words searched for, order, page. */
export const reportsSearch = z.object({
  state: oneOf(reportStates),
  project: count,
  search: word,
  sort: word,
  page: count,
});

/** The address of one report: what is open of it, and the page, page size and order of its table. */
export const reportSearch = z.object({
  tab: oneOf(['crossTab', 'methods', 'expectations', 'versions', 'release']),
  page: count,
  size: count,
  sort: word,
});

/** The address of the download screen: category and source of the files, what is open, and the list of single files. */
export const downloadSearch = z.object({
  category: oneOf(fileCategories),
  source: word,
  view: oneOf(['files', 'history']),
  search: word,
  experiment: word,
  format: word,
  sort: oneOf(['name', '-name', 'size', '-size', 'experiment_type', '-experiment_type']),
  page: count,
  links: count,
});

/** Whether a text is a path of this site; protects against every spelling that leads to another site. */
function isOwnPath(given: string): boolean {
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(given)) return false;
  const nowhere = 'http://portal.invalid';
  return URL.canParse(given, nowhere) && new URL(given, nowhere).origin === nowhere;
}

const returnTo = z.string().refine(isOwnPath).optional().catch(undefined);

/** The page that a visitor wanted before signing in, a path of this site or undefined, and how a session ended. */
export const returnSearch = z.object({ returnTo, ended: oneOf(['expired', 'idle']) });

/** Also: why a sign-in through a provider failed, and how the previous session ended. */
export const signInSearch = z.object({
  returnTo,
  error: oneOf(signInProblems),
  ended: oneOf(['expired', 'idle']),
});

/** The address of the news: the id of a tag. */
export const newsSearch = z.object({ tag: count });

const day = z.iso.date().optional().catch(undefined);
const lines = { action: oneOf(auditActions), since: day, until: day };
/** The address of the account: the open tab, the dataset of the examples, and the filters of the lines. */
export const accountSearch = z.object({
  tab: oneOf(['password', 'factor', 'sessions', 'tokens', 'programs', 'activity']),
  ...lines,
  dataset: word,
});

/** The address of the audit: the filters of the lines. */
export const auditSearch = z.object({ ...lines, dataset: word, account: count, who: word });

/** The address of a staff room: each room parses its own part. */
export const roomSearch = z.record(z.string(), z.unknown()).catch({});
