import { highlight } from './highlight.ts';

/** A text with the searched words marked. */
export function Highlighted({ text, search }: { readonly text: string; readonly search: string }) {
  let start = 0;
  return highlight(text, search).map((part) => {
    const key = start;
    start += part.text.length;
    return part.isMatch ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>;
  });
}
