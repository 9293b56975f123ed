/** What is said about values that a search has added. */
export const findWords = {
  added: (name: string) => `Added ${name}`,
} as const;
