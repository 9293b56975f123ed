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
