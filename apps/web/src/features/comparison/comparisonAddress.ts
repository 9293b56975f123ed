import {
  type CombinableChoice,
  type GroupChoice,
  setOperations,
} from '@atrium/contract/endpoints/comparison';

/** What is compared, as the address of the page says it. */
export interface ComparisonAddress {
  readonly groups: readonly GroupChoice[];
  readonly concepts: readonly string[];
}

/** A text without the signs that the address gives a meaning. */
export const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[.()~!*'_-]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** `cohort`, `rest`, `report-5`, `report-5v2`, `everyone-sex`, `within-sex`, `value~everyone~sex~Male`, `or(cohort,report-5)`. */
export function writeGroup(choice: GroupChoice): string {
  switch (choice.kind) {
    case 'cohort':
    case 'rest':
      return choice.kind;
    case 'everyone':
      return 'all';
    case 'report':
      return `report-${choice.reportId}${choice.version === undefined ? '' : `v${choice.version}`}`;
    case 'value':
      return ['value', choice.of, encoded(choice.conceptId), encoded(choice.value)].join('~');
    case 'combined':
      return `${choice.operation}(${choice.groups.map(writeGroup).join(',')})`;
    case 'values':
      return `${choice.of === 'cohort' ? 'within' : 'everyone'}-${choice.conceptId}`;
  }
}

/** Null for a text that names no group. */
export function parseGroup(text: string): GroupChoice | null {
  if (text === 'rest') return { kind: text };
  const [, kind, id = ''] = /^(within|everyone)-(.+)$/.exec(text) ?? [];
  if (kind !== undefined)
    return { kind: 'values', conceptId: id, of: kind === 'within' ? 'cohort' : 'everyone' };
  return parseCombinable(text);
}

function parseCombinable(text: string): CombinableChoice | null {
  if (text === 'cohort') return { kind: text };
  if (text === 'all') return { kind: 'everyone' };
  const [, reportId, version] = /^report-(\d{1,9})(?:v([1-9]\d{0,5}))?$/.exec(text) ?? [];
  if (reportId !== undefined)
    return {
      ...{ kind: 'report', reportId: Number(reportId) },
      ...(version === undefined ? {} : { version: Number(version) }),
    };
  const [, of, concept = '', given = ''] = /^value~(everyone|cohort)~([^~]+)~([^~]*)$/.exec(text) ?? [];
  if (of === 'everyone' || of === 'cohort') {
    const [conceptId, value] = [decoded(concept), decoded(given)];
    return conceptId === null || value === null ? null : { kind: 'value', conceptId, value, of };
  }
  const [, name, inner = ''] = /^([a-z]+)\((.+)\)$/.exec(text) ?? [];
  const operation = setOperations.find((known) => known === name);
  if (operation === undefined) return null;
  const groups = partsOf(inner).flatMap((part) => parseCombinable(part) ?? []);
  return groups.length < 2 ? null : { kind: 'combined', operation, groups };
}

/** The parts between commas that are in no brackets. */
function partsOf(text: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const sign of text) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts;
}

/** How often combined groups are within one another. */
export const depthOf = (choice: GroupChoice): number =>
  choice.kind === 'combined' ? 1 + Math.max(...choice.groups.map(depthOf)) : 0;

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
