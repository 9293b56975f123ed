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
  /** A question about the subjects of these blocks begins: the same list each time, unless all is to be forgotten. */
  begin(blocks: readonly Span[]): void;
  /** Null where there is no room. */
  of(step: Step): KnownSet | null;
}

interface Entry {
  readonly at: number;
  /** From which subjects on blocks are known. */
  readonly blocks: Set<number>;
  question: number;
}

/** Remembers sets in the memory from one address to another; those that were not used for longest make room. */
export function createKnownSets(begin: number, end: number): KnownSets {
  const entries = new Map<string, Entry>();
  let blocks: readonly Span[] = [];
  /** Where the bits of each block lie in a set, by its first subject. */
  let places: ReadonlyMap<number, { readonly offset: number; readonly count: number }> = new Map();
  let bytes = 0;
  let question = 0;
  const place = (): number | null => {
    const next = begin + entries.size * bytes;
    if (next + bytes <= end) return next;
    for (const [key, { at, question: used }] of entries) {
      if (used === question) return null;
      entries.delete(key);
      return at;
    }
    return null;
  };
  const setOf = (entry: Entry, isRepeated: boolean): KnownSet => {
    const addressOf = ({ from, count }: Span): number | null => {
      const found = places.get(from);
      return found === undefined || found.count !== count ? null : entry.at + found.offset;
    };
    return {
      isRepeated,
      find: (subjects) => (entry.blocks.has(subjects.from) ? addressOf(subjects) : null),
      keep: (subjects) => {
        const address = addressOf(subjects);
        if (address !== null) entry.blocks.add(subjects.from);
        return address;
      },
    };
  };
  return {
    begin: (given) => {
      question += 1;
      if (given === blocks) return;
      entries.clear();
      blocks = given;
      bytes = 0;
      places = new Map(
        given.map(({ from, count }) => {
          const offset = bytes;
          bytes += bytesOfBits(count);
          return [from, { offset, count }];
        }),
      );
    },
    of: (step) => {
      const key = JSON.stringify(step);
      const known = entries.get(key);
      entries.delete(key);
      const at = known?.at ?? place();
      if (at === null || bytes === 0) return null;
      const entry = known ?? { at, blocks: new Set<number>(), question };
      entries.set(key, entry);
      const isRepeated = entry.question !== question;
      entry.question = question;
      return setOf(entry, isRepeated);
    },
  };
}
