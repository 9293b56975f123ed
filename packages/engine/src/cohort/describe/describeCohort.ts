import type { CriteriaSet } from '@atrium/contract/wire/cohortDefinition';
import type { CriteriaSetView } from '@atrium/contract/wire/cohortView';
import { escapeHtml } from '../../definition/html.ts';
import type { Lookup } from '../../dictionary/lookup.ts';
import type { CheckedCohort } from '../check/checkedCohort.ts';
import { alternativesTo, setsInOrder } from '../setOrder.ts';
import { type Describing, describing, setHeading, setView } from './setView.ts';

export interface DescribedCohort {
  /** Root sets first, then in the order of the definition (rule 3.21). */
  readonly criteriaSets: readonly CriteriaSetView[];
  /** The cohort in words, in the same order. */
  readonly lines: readonly SetLines[];
  /** The cohort in words: HTML lines joined by `<br>`, empty for the empty cohort. */
  readonly describe: string;
}

/** A criteria set in words, as HTML: its heading, and a line for each of its conditions. */
export interface SetLines {
  readonly heading: string;
  readonly conditions: readonly string[];
}

/** A cohort as shown to a member of the level it was checked for; labels are HTML with all data escaped. */
export function describeCohort(
  checked: CheckedCohort,
  { lookup }: { readonly lookup: Lookup },
): DescribedCohort {
  const given = describing(checked, lookup);
  const sets = setsInOrder(checked.definition, lookup);
  const described = sets.map((set) => ({ set, view: setView(set, given) }));
  const lines = described.map(({ set, view }, index) => {
    const { heading, conditions } = linesOf(set, view, given);
    return { heading: `${alternativeWord(set, sets.slice(0, index), sets)}${heading}`, conditions };
  });
  return {
    criteriaSets: described.map(({ view }) => view),
    lines,
    describe: lines
      .flatMap(({ heading, conditions }) => [heading, ...conditions.map((line) => `- ${line}`), ''])
      .join('<br>'),
  };
}

/** Begins the heading of a set that has alternatives (rule 2.24). */
function alternativeWord(
  set: CriteriaSet,
  before: readonly CriteriaSet[],
  all: readonly CriteriaSet[],
): string {
  if (alternativesTo(set, all).length === 0) return '';
  return alternativesTo(set, before).length === 0 ? 'Either: ' : 'Or: ';
}

function linesOf(set: CriteriaSet, view: CriteriaSetView, given: Describing): SetLines {
  const name = view.referencedByOtherEvent ? `(${escapeHtml(given.names.get(set.entryId) ?? '')}) ` : '';
  const isDated = set.eventRule !== undefined && set.eventRule.kind !== 'no_restriction';
  const conditions = [
    ...(isDated ? [view.eventRuleLabel ?? ''] : []),
    ...view.entries.map((entry) =>
      'kind' in entry ? entry.entries.map(({ label }) => `(${label})`).join(' OR ') : entry.label,
    ),
  ];
  const [about, lead] = setHeading(set, given);
  return { heading: `${name}${about}${conditions.length === 0 ? '' : lead}`, conditions };
}
