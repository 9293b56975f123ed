import { PackageRefused } from '../package/packageErrors.ts';

/** One thing that was counted: `read` = `written` + `leftOut` (rule 10.20). */
export interface CountedThing {
  readonly thing: string;
  readonly read: number;
  readonly written: number;
  readonly leftOut: number;
}

/** What was left out, and why. */
export interface LeftOut {
  readonly thing: string;
  readonly reason: string;
  readonly count: number;
  /** At most three, with file and line where there are some. */
  readonly examples: readonly string[];
}

const maxExamples = 3;

/** Counts what is read of a source, and what of it is left out. */
export interface Tally {
  /** Things that the source holds, counted independently of what is written. */
  read(thing: string, count?: number): void;
  /** Things of a table of the package; `table` is where the written ones are counted again. */
  goesTo(thing: string, table: string): void;
  /** Things that were written as something else than rows, counted again by their reader. */
  written(thing: string, count: number): void;
  leftOut(thing: string, reason: string, example?: string): void;
  /** Left out and not counted, as a column that was not requested. */
  ignored(thing: string, reason: string, count?: number): void;
  note(sentence: string): void;
  /** Compares both counts; throws PackageRefused where they differ (rule 10.20). */
  finish(rows: ReadonlyMap<string, number>): TallyResult;
}

export interface TallyResult {
  readonly counted: readonly CountedThing[];
  readonly leftOut: readonly LeftOut[];
  readonly notes: readonly string[];
}

interface Tallied {
  read: number;
  written: number;
  leftOut: number;
  readonly tables: Set<string>;
}

interface Reason {
  readonly thing: string;
  readonly reason: string;
  count: number;
  readonly examples: string[];
}

export function createTally(): Tally {
  const things = new Map<string, Tallied>();
  const reasons = new Map<string, Reason>();
  const notes = new Set<string>();
  const of = (thing: string): Tallied => {
    const known = things.get(thing) ?? { read: 0, written: 0, leftOut: 0, tables: new Set() };
    things.set(thing, known);
    return known;
  };
  const explain = (
    thing: string,
    reason: string,
    { count, example }: { count: number; example?: string },
  ) => {
    const key = `${thing}\n${reason}`;
    const known = reasons.get(key) ?? { thing, reason, count: 0, examples: [] };
    known.count += count;
    if (example !== undefined && known.examples.length < maxExamples) known.examples.push(example);
    reasons.set(key, known);
  };
  return {
    read: (thing, count = 1) => {
      of(thing).read += count;
    },
    goesTo: (thing, table) => {
      of(thing).tables.add(table);
    },
    written: (thing, count) => {
      of(thing).written += count;
    },
    leftOut: (thing, reason, example) => {
      of(thing).leftOut++;
      explain(thing, reason, { count: 1, ...(example === undefined ? {} : { example }) });
    },
    ignored: (thing, reason, count = 1) => explain(thing, reason, { count }),
    note: (sentence) => notes.add(sentence),
    finish: (rows) => {
      const counted = [...things].map(([thing, { read, written, leftOut, tables }]) => {
        const inTables = [...tables].reduce((sum, table) => sum + (rows.get(table) ?? 0), 0);
        return { thing, read, written: written + inTables, leftOut };
      });
      refuseDifferences(counted);
      return {
        counted: counted.filter(({ read }) => read > 0),
        leftOut: [...reasons.values()],
        notes: [...notes],
      };
    },
  };
}

function refuseDifferences(counted: readonly CountedThing[]): void {
  const wrong = counted.filter(({ read, written, leftOut }) => read !== written + leftOut);
  if (wrong.length === 0) return;
  throw new PackageRefused(
    wrong.map(
      ({ thing, read, written, leftOut }) =>
        `${thing}: ${read} were counted in the source, but ${written} were written and ${leftOut} left out; nothing was kept`,
    ),
  );
}
