import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';

/** A value bound to a statement; lists travel as one parameter. */
export type QueryValue = string | number | boolean | null | readonly string[] | readonly number[];

/** A statement ready to run: text with `$1`, `$2`, … and the values they stand for. No value is ever part of the text. */
export interface Query {
  readonly text: string;
  readonly values: readonly QueryValue[];
}

/** A cell of a result and how it orders the rows. */
export interface OrderTerm {
  readonly cell: string;
  readonly way: 'ASC NULLS LAST' | 'DESC NULLS FIRST';
}

/** A statement that may have more rows than memory holds. */
export interface LongQuery extends Query {
  /** The same rows by other statements, for an engine that makes them part by part. */
  readonly inParts?: LinesInParts;
}

export interface LinesInParts {
  /** The rows in no order; where `repeats`, some may come more than once. */
  readonly lines: Query;
  readonly repeats: boolean;
  /** The cells to sort by: two rows that agree in all of them are the same. */
  readonly order: readonly OrderTerm[];
  /** The lines in pieces, where making them at once takes much memory, as lists do; else null. */
  readonly inPieces: LinesInPieces | null;
}

export interface LinesInPieces {
  /** What the lines are made of. */
  readonly base: Query;
  /** Names of cells of the base; rows that agree in all of them, nulls included, belong to one piece. */
  readonly keys: readonly string[];
  /** The lines of one piece, by the table `pieceTable`, which holds its part of the base. */
  readonly lines: Query;
}

/** Compiles and never runs: both engines take PostgreSQL's `$1`, `$2` and double-quoted names. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const isScalar = (value: unknown): value is string | number | boolean | null =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);
const isListOf = <T>(value: unknown, isItem: (item: unknown) => item is T): value is readonly T[] =>
  Array.isArray(value) && value.every(isItem);
const isText = (item: unknown): item is string => typeof item === 'string';
const isNumber = (item: unknown): item is number => typeof item === 'number';

function toValue(value: unknown): QueryValue {
  if (isScalar(value)) return value;
  if (isListOf(value, isText)) return value;
  if (isListOf(value, isNumber)) return value;
  throw new Error(`A ${typeof value} cannot be a parameter.`);
}

/** The finished statement of a fragment: its text and the values of `$1`, `$2`, … in order. */
export function toQuery(fragment: RawBuilder<unknown>): Query {
  const compiled = fragment.compile(compiler);
  return { text: compiled.sql, values: compiled.parameters.map(toValue) };
}
