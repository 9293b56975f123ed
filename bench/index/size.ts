/** How much data a run of the bench asks about. */
export interface Size {
  readonly name: string;
  readonly subjects: number;
  readonly events: number;
  readonly terms: number;
}

const terms = 5_000;

export const sizes: readonly Size[] = [
  { name: 'small', subjects: 50_000, events: 10_000_000, terms },
  { name: 'medium', subjects: 1_000_000, events: 10_000_000, terms },
  { name: 'large', subjects: 1_000_000, events: 50_000_000, terms },
];

/** For the cost model: ten events a subject at every size, as the middle one has. */
export const growthSizes: readonly Size[] = [50, 200, 5_000].map((thousands) => ({
  name: `${thousands}k`,
  subjects: thousands * 1000,
  events: thousands * 10_000,
  terms,
}));

/** To try the bench itself, and for the gate. */
export const tinySize: Size = { name: 'tiny', subjects: 30_000, events: 400_000, terms: 1_000 };

/** As in `1,000,000 subjects, 10,000,000 events`. */
export const sizeInWords = ({ subjects, events }: Size): string =>
  `${subjects.toLocaleString('en-US')} subjects, ${events.toLocaleString('en-US')} events`;
