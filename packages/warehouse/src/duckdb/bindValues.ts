import type { QueryValue } from '@atrium/engine';
import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  type DuckDBType,
  type DuckDBValue,
  INTEGER,
  LIST,
  listValue,
  SQLNULL,
  VARCHAR,
} from '@duckdb/node-api';

/** Parameters in the form of DuckDB. */
export interface Bindings {
  readonly values: DuckDBValue[];
  readonly types: DuckDBType[];
}

/** Binds the values of a query in their order. Its statement casts each list of texts to VARCHAR[]. */
export function bindValues(values: readonly QueryValue[]): Bindings {
  const bound = values.map(bindValue);
  return { values: bound.map(({ value }) => value), types: bound.map(({ type }) => type) };
}

interface Binding {
  readonly value: DuckDBValue;
  readonly type: DuckDBType;
}

function bindValue(value: QueryValue): Binding {
  if (typeof value === 'string') return { value, type: VARCHAR };
  if (typeof value === 'boolean') return { value, type: BOOLEAN };
  if (typeof value === 'number') return { value, type: numberType(value) };
  if (value === null) return { value, type: SQLNULL };
  if (value.length >= longList && value.every(isText)) return { value: listText(value), type: VARCHAR };
  return {
    value: listValue([...value]),
    type: LIST(value.every(isNumber) && value.length > 0 ? DOUBLE : VARCHAR),
  };
}

/** Binding 25,000 texts one by one keeps the main thread busy for more than 20 ms. */
const longList = 500;

const isText = (item: string | number): item is string => typeof item === 'string';

/** A list as one text. The statement's cast splits it, in a thread of DuckDB (rule 8.17). */
function listText(texts: readonly string[]): string {
  const hasSpecial = texts.some((text) => special.test(text));
  const quoted = hasSpecial ? texts.map((text) => text.replace(/["\\]/g, '\\$&')) : texts;
  return texts.length === 0 ? '[]' : `["${quoted.join('","')}"]`;
}

const special = /["\\]/;

const isNumber = (item: string | number): item is number => typeof item === 'number';

const maxInteger = 2_147_483_647;

/** Whole numbers are bound as integers, so that they can be added to dates and compared with integer columns. */
function numberType(value: number): DuckDBType {
  if (!Number.isSafeInteger(value)) return DOUBLE;
  return Math.abs(value) <= maxInteger ? INTEGER : BIGINT;
}
