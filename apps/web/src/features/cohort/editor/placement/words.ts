/** Sentences about the set that a new filter joins. */
export const placementWords = {
  which: (noun: string) => `Which ${noun}?`,
  same: (set: string) => `The one of “${set}”`,
  waiting: (set: string) => `The one of “${set}”, still without filters`,
  another: (noun: string) => `Another ${noun}: a new criteria set`,
} as const;
