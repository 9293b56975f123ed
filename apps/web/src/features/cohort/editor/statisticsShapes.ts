import type {
  AgeStatistics,
  ChoiceStatistics,
  ConceptStatistics,
  DateStatistics,
  NumberStatistics,
  OntologyStatistics,
  TextStatistics,
} from '@atrium/contract';
import { possibleDays } from './dayChoices.ts';
import type { Draft } from './editorState.ts';

/** The server answers in the shape of the concept's type; each guard asks for the key that only its shape has. */
export const asChoices = (given: ConceptStatistics): ChoiceStatistics | null =>
  'values' in given ? given : null;

export const asTerms = (given: ConceptStatistics): OntologyStatistics | null =>
  'actionResults' in given ? given : null;

export const asTexts = (given: ConceptStatistics): TextStatistics | null =>
  'paginatedResults' in given ? given : null;

export type Measured = AgeStatistics | NumberStatistics | DateStatistics;

export const asMeasured = (given: ConceptStatistics): Measured | null => ('stats' in given ? given : null);

export const asAges = (given: Measured): AgeStatistics | null => (isAges(given) ? given : null);
export const asNumbers = (given: Measured): NumberStatistics | null => (isNumbers(given) ? given : null);
export const asDates = (given: Measured): DateStatistics | null =>
  isAges(given) || isNumbers(given) ? null : given;

const isAges = (given: Measured): given is AgeStatistics => 'minYear' in given.stats;
const isNumbers = (given: Measured): given is NumberStatistics => 'avg' in given.stats;

/** Whether dates are told as years only (contract 7.5). */
export const isYearsOnly = (given: DateStatistics | null): boolean =>
  typeof given?.stats.min === 'number' || typeof given?.stats.max === 'number';

/** The draft as it can be sent: whoever may see years only asks for whole years, and that is what the editor shows. */
export function asPossible(draft: Draft, found: ConceptStatistics | undefined): Draft {
  if (draft.kind !== 'date' || found === undefined) return draft;
  const measured = asMeasured(found);
  return { ...draft, daysAgo: possibleDays(draft.daysAgo, isYearsOnly(measured && asDates(measured))) };
}

/** Whether there is nothing to show for the population asked about. */
export function isWithoutData(given: ConceptStatistics): boolean {
  const choices = asChoices(given);
  if (choices !== null) return choices.values.length === 0;
  const measured = asMeasured(given);
  return measured !== null && measured.stats.countNonNull === 0;
}
