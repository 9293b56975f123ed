import type { GroupChoice } from '@atrium/contract/endpoints/comparison';

/** What is compared, as the address of the page says it. */
export interface ComparisonAddress {
  readonly groups: readonly GroupChoice[];
  readonly concepts: readonly string[];
}

/** `cohort`, `rest`, `report-5`, `everyone-sex`, `within-sex`. */
export function writeGroup(choice: GroupChoice): string {
  switch (choice.kind) {
    case 'cohort':
    case 'rest':
      return choice.kind;
    case 'report':
      return `report-${choice.reportId}`;
    case 'values':
      return `${choice.of === 'cohort' ? 'within' : 'everyone'}-${choice.conceptId}`;
  }
}

/** Null for a text that names no group. */
export function parseGroup(text: string): GroupChoice | null {
  if (text === 'cohort' || text === 'rest') return { kind: text };
  const [, kind, id = ''] = /^(report|within|everyone)-(.+)$/.exec(text) ?? [];
  if (kind === 'report') return /^\d{1,9}$/.test(id) ? { kind, reportId: Number(id) } : null;
  if (kind === undefined) return null;
  return { kind: 'values', conceptId: id, of: kind === 'within' ? 'cohort' : 'everyone' };
}

const listed = (text: string | undefined): readonly string[] =>
  [...new Set((text ?? '').split('.'))].filter((part) => part !== '');

interface Search {
  readonly groups?: string | undefined;
  readonly concepts?: string | undefined;
}

export const parseComparison = ({ groups, concepts }: Search): ComparisonAddress => ({
  groups: listed(groups).flatMap((text) => parseGroup(text) ?? []),
  concepts: listed(concepts),
});

export const writeComparison = ({ groups, concepts }: ComparisonAddress): Required<Search> => ({
  groups: groups.length === 0 ? undefined : groups.map(writeGroup).join('.'),
  concepts: concepts.length === 0 ? undefined : concepts.join('.'),
});
