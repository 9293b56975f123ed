const longest = 55;

/** Labels are cut at 55 characters; the full text belongs into the title (rule 11.6). */
export const clip = (label: string): string =>
  label.length > longest ? `${label.slice(0, longest)}…` : label;
