import type {
  AgeStatistics,
  ChoiceStatistics,
  ConceptStatistics,
  DateStatistics,
  NumberStatistics,
  OntologyStatistics,
  TextStatistics,
} from '@atrium/contract';

/** The server answers in the shape of the concept's type; each guard asks for the key that only its shape has. */
export const asChoices = (given: ConceptStatistics): ChoiceStatistics | null =>
  'values' in given ? given : null;

export const asTerms = (given: ConceptStatistics): OntologyStatistics | null =>
  'actionResults' in given ? given : null;

export const asTexts = (given: ConceptStatistics): TextStatistics | null =>
  'paginatedResults' in given ? given : null;

type Measured = AgeStatistics | NumberStatistics | DateStatistics;

export const asMeasured = (given: ConceptStatistics): Measured | null => ('stats' in given ? given : null);

export const asAges = (given: Measured): AgeStatistics | null => (isAges(given) ? given : null);
export const asNumbers = (given: Measured): NumberStatistics | null => (isNumbers(given) ? given : null);
export const asDates = (given: Measured): DateStatistics | null =>
  isAges(given) || isNumbers(given) ? null : given;

const isAges = (given: Measured): given is AgeStatistics => 'minYear' in given.stats;
const isNumbers = (given: Measured): given is NumberStatistics => 'avg' in given.stats;

/** Whether there is nothing to show for the population asked about. */
export function isWithoutData(given: ConceptStatistics): boolean {
  const choices = asChoices(given);
  if (choices !== null) return choices.values.length === 0;
  const measured = asMeasured(given);
  return measured !== null && measured.stats.countNonNull === 0;
}
