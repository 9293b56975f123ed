import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';
import type { Query, QueryValue } from './query.ts';

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
