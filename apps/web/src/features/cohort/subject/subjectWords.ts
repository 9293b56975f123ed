import { formatQuantity } from '@atrium/contract/calendar/numerals';

/** Sentences about single subjects beside the cohort. */
export const subjectWords = {
  open: ({ many }: { readonly many: string }) => `Single ${many}`,
  title: ({ many }: { readonly many: string }) => `Single ${many}`,
  askLabel: ({ one }: { readonly one: string }) => `Id of a ${one}`,
  ask: 'Explain',
  back: 'Back',
  isIn: 'In your cohort',
  isOut: 'Not in your cohort',
  meets: (met: number, parts: number) =>
    parts === 0 ? 'Your cohort has no filters.' : `Meets ${met} of ${formatQuantity(parts, 'filter')}.`,
  parts: 'Filter by filter',
  met: 'Met',
  notMet: 'Not met',
  records: 'Records',
  counts: 'Counts for',
  more: 'There are more records than are listed.',
  none: '–',
  timeline: 'Time line',
  lanes: (shown: number, all: number, { many }: { readonly many: string }) =>
    shown < all ? `The first ${shown} of ${all} ${many}` : `All ${shown} ${many}`,
  lanesCut: (ids: readonly string[]) =>
    `There may be more events than are drawn of: ${ids.slice(0, 10).join(', ')}${ids.length > 10 ? ` and ${ids.length - 10} more` : ''}`,
  sortBy: 'Order',
  byId: 'By id',
  nobody: 'Nobody is in your cohort.',
  misses: 'Who misses it',
  missesName: (name: string) => `Who misses only ${name}`,
  missing: (count: string, name: string) => `${count} meet everything but: ${name}`,
  missesCut: (shown: number) => `The first ${shown} are listed.`,
  explain: (id: string) => `Explain ${id}`,
} as const;
