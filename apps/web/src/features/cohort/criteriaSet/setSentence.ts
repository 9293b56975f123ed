import { inSentence } from '@atrium/contract/calendar/numerals';
import { type CountRule, oneOfFamily } from '@atrium/contract/wire/cohortDefinition';
import type { CriteriaSetView } from '@atrium/contract/wire/cohortView';
import type { Collection } from '@atrium/contract/wire/concept';
import { capital } from '../../../api/nouns.ts';
import { relativeWords } from './criteriaSetWords.ts';

/** The heading of a set in three parts, of which the middle one is the noun. */
export interface SetSentence {
  readonly before: string;
  readonly noun: string;
  readonly after: string;
}

/** How sentences about the records of a subject begin; without its name while the collections are unknown. */
export const whoHas = (root: string | undefined): string =>
  root === undefined ? 'has' : `${capital(root)} has`;

/** The same of a set, which may be about relatives, or about so many of a family. */
function whoseSet({ about, familyCount }: CriteriaSetView, root: string): string {
  if (about === undefined || about === oneOfFamily) return whoHas(root);
  if (familyCount === undefined) return whoHas(relativeWords[about]);
  const many = isNone(familyCount) ? 'None' : capital(amount(familyCount));
  return `${many} of the family ${familyCount.value === 1 ? 'has' : 'have'}`;
}

/**
 * What a set demands, as one would read it aloud: "Participant has at least one surgery where". Nothing for a set of
 * the root, or while the collections are unknown: their own heading stands then.
 */
export function setSentence(
  set: CriteriaSetView,
  collections: readonly Collection[] | undefined,
): SetSentence | undefined {
  const collection = collections?.find(({ collectionId }) => collectionId === set.collectionId);
  const root = collections?.find(({ isRootCollection }) => isRootCollection);
  if (collection === undefined || root === undefined) return undefined;
  if (set.isRootCollection === true || collection === root) return undefined;
  const rule = isRule(set.countRule) ? set.countRule : atLeastOne;
  const goesOn = set.entries.length > 0 || set.eventRuleLabel !== undefined;
  return {
    before: `${whoseSet(set, root.name)} ${amount(rule)} `,
    noun: inSentence(isSingular(rule) ? collection.name : collection.namePlural),
    after: goesOn ? ' where' : '',
  };
}

const isRule = (rule: CriteriaSetView['countRule']): rule is CountRule => 'operator' in rule;
const atLeastOne: CountRule = { operator: 'at least', value: 1 };

const isNone = ({ operator, value }: CountRule): boolean => value === 0 && operator !== 'at least';
const isSingular = (rule: CountRule): boolean => rule.value === 1 || isNone(rule);

function amount(rule: CountRule): string {
  if (isNone(rule)) return 'no';
  if (rule.value === 0) return 'any number of';
  return `${rule.operator} ${rule.value === 1 ? 'one' : rule.value}`;
}
