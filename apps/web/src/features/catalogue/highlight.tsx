interface Part {
  readonly text: string;
  readonly isMatch: boolean;
}

const special = /[.*+?^${}()|[\]\\]/g;

/** Splits a text into parts that match a searched word and parts that do not, ignoring case. */
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

/** A text with the searched words marked. */
export function Highlighted({ text, search }: { readonly text: string; readonly search: string }) {
  let start = 0;
  return highlight(text, search).map((part) => {
    const key = start;
    start += part.text.length;
    return part.isMatch ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>;
  });
}
