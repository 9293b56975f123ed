export interface Part {
  readonly text: string;
  readonly isMatch: boolean;
}

const special = /[.*+?^${}()|[\]\\]/g;

/** Cuts a text into parts that match one of the searched words and parts that do not, ignoring case. */
export function highlight(text: string, search: string): readonly Part[] {
  const words = search.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [{ text, isMatch: false }];
  const pattern = new RegExp(`(${words.map((word) => word.replace(special, '\\$&')).join('|')})`, 'gi');
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, isMatch: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}

export const isMatched = (text: string, search: string): boolean =>
  highlight(text, search).some((part) => part.isMatch);
