import { dayNumber } from '@atrium/contract/calendar/dayNumbers';
import { unreachable } from '@atrium/contract/errors/unreachable';
import type { CellKind, CellType, FileValue } from '@atrium/engine';
import { isScalar } from '@atrium/engine/plain';
import type { SchemaElement } from 'hyparquet-writer';

/** A column of a Parquet file: every value is null or fits the type. */
export interface ParquetColumn {
  readonly name: string;
  readonly type: Pick<CellType, 'kind' | 'isList'>;
}

type Stored = string | number | bigint | boolean | null;

/** The schema elements of a column; a list is the three-level group of the format's specification. */
export function parquetSchema({ name, type }: ParquetColumn): readonly SchemaElement[] {
  if (!type.isList) return [{ name, repetition_type: 'OPTIONAL', ...physicalType(type.kind) }];
  return [
    { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'OPTIONAL', ...physicalType(type.kind) },
  ];
}

function physicalType(kind: CellKind): Pick<SchemaElement, 'type' | 'converted_type'> {
  switch (kind) {
    case 'text':
    case 'numberOrText':
    case 'datetime':
      return { type: 'BYTE_ARRAY', converted_type: 'UTF8' };
    case 'boolean':
      return { type: 'BOOLEAN' };
    case 'date':
      return { type: 'INT32', converted_type: 'DATE' };
    case 'year':
    case 'age':
      return { type: 'INT32' };
    case 'integer':
      return { type: 'INT64' };
    case 'number':
      return { type: 'DOUBLE' };
    default:
      return unreachable(kind);
  }
}

/** Encodes values for the writer: dates as days since 1970, whole numbers as `bigint`. Throws where a value does not fit its type. */
export function parquetValue({
  name,
  type,
}: ParquetColumn): (value: FileValue) => Stored | readonly Stored[] {
  const store = (value: string | number | boolean | null): Stored => {
    if (value === null) return null;
    const stored = storedValue(type.kind, value);
    if (stored === null) throw new Error(`The column ${name} holds a value that is no ${type.kind}.`);
    return stored;
  };
  return (value) => (isScalar(value) ? store(value) : value.map(store));
}

const maxInteger = 2 ** 63;

function storedValue(kind: CellKind, value: string | number | boolean): Stored {
  switch (kind) {
    case 'text':
    case 'numberOrText':
    case 'datetime':
      return String(value);
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' ? storedDay(value) : null;
    case 'year':
    case 'age':
      return value === Number(value) && (value | 0) === value ? value : null;
    case 'integer':
      if (typeof value === 'string') return BigInt(value);
      return Number.isInteger(value) && Math.abs(Number(value)) < maxInteger ? BigInt(value) : null;
    case 'number':
      return typeof value === 'number' ? value : null;
    default:
      return unreachable(kind);
  }
}

/** Days since 1970-01-01; null for text that is no date. */
const storedDay = (text: string): number | null => {
  const number = dayNumber(text);
  return Number.isNaN(number) ? null : number;
};
