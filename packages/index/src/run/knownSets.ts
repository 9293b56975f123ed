import { bytesOfBits, type Span } from '../kernel/kernel.ts';
import type { Step } from '../layout/steps.ts';

/** The subjects that a step finds, block by block as questions need them. */
export interface KnownSet {
  /** Where the set of these subjects lies; null where it is not known yet. */
  find(subjects: Span): number | null;
  /** Where to write the set of these subjects; null where there is no room for it. */
  keep(subjects: Span): number | null;
  /** Whether an earlier question looked for the same subjects. */
  readonly isRepeated: boolean;
}

/** What earlier questions of a thread found. One question runs at a time: its sets stay until the next one begins. */
export interface KnownSets {
  /** A question about these subjects begins. */
  begin(subjects: Span): void;
  /** Null where there is no room. */
  of(step: Step): KnownSet | null;
}

interface Entry {
  readonly at: number;
  /** How many subjects are known from one on. */
  readonly blocks: Map<number, number>;
  question: number;
}

/** Remembers sets in the memory from one address to another; those that were not used for longest make room. */
export function createKnownSets(begin: number, end: number): KnownSets {
  const entries = new Map<string, Entry>();
  let span: Span = { from: 0, count: 0 };
  let question = 0;
  const bytes = (): number => bytesOfBits(span.count);
  const place = (): number | null => {
    const next = begin + entries.size * bytes();
    if (next + bytes() <= end) return next;
    for (const [key, { at, question: used }] of entries) {
      if (used === question) return null;
      entries.delete(key);
      return at;
    }
    return null;
  };
  const setOf = (entry: Entry, isRepeated: boolean): KnownSet => {
    const addressOf = ({ from }: Span): number => entry.at + (from - span.from) / 8;
    return {
      isRepeated,
      find: (subjects) => (entry.blocks.get(subjects.from) === subjects.count ? addressOf(subjects) : null),
      keep: (subjects) => {
        const begins = subjects.from - span.from;
        // Sets of blocks share no 16 bytes.
        if (begins % 128 !== 0 || begins < 0 || begins + subjects.count > span.count) return null;
        entry.blocks.set(subjects.from, subjects.count);
        return addressOf(subjects);
      },
    };
  };
  return {
    begin: (subjects) => {
      question += 1;
      if (subjects.from === span.from && subjects.count === span.count) return;
      entries.clear();
      span = subjects;
    },
    of: (step) => {
      const key = JSON.stringify(step);
      const known = entries.get(key);
      entries.delete(key);
      const at = known?.at ?? place();
      if (at === null || span.count === 0) return null;
      const entry = known ?? { at, blocks: new Map(), question };
      entries.set(key, entry);
      const isRepeated = entry.question !== question;
      entry.question = question;
      return setOf(entry, isRepeated);
    },
  };
}
