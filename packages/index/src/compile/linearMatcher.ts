import { RE2JS } from 're2js';
import type { Matcher } from './codeSets.ts';

/** Matches like the embedded engine, with the syntax of RE2: no pattern takes more time than the text is long. */
export const linearMatcher: Matcher = (pattern) => {
  const compiled = RE2JS.compile(pattern);
  return (text) => compiled.matcher(text).find();
};
