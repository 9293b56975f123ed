type Choices = readonly (readonly [days: number, label: string])[];

interface Choice {
  readonly value: string;
  readonly label: string;
}

const toChoices = (choices: Choices): Choice[] =>
  choices.map(([days, label]) => ({ value: String(days), label }));

const isGiven = (choices: Choices, days: string): boolean =>
  choices.some(([offered]) => String(offered) === days);

/** The offered windows, and the one that the rule has where it is none of them. */
export function withGiven(choices: Choices, days: string): readonly Choice[] {
  const offered = toChoices(choices);
  return days === '' || isGiven(choices, days)
    ? offered
    : [...offered, { value: days, label: `${days} days` }];
}

/** The value of the choice for a distance that is not offered. */
export const otherDistance = 'other';

/** The offered distances and the way to any other. */
export const distances = (choices: Choices, otherLabel: string): readonly Choice[] => [
  ...toChoices(choices),
  { value: otherDistance, label: otherLabel },
];

/** The choice that stands for so many days. */
export const distanceChoice = (choices: Choices, days: string): string =>
  isGiven(choices, days) ? days : otherDistance;
