import { z } from 'zod';
import type { Schema } from './apiDocument.ts';

/** One field of a request or reply; the depth says how far within others it lies. */
export interface SchemaLine {
  readonly key: string;
  readonly depth: number;
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
}

const objects = z.record(z.string(), z.record(z.string(), z.unknown()));
const shape = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  properties: objects.optional(),
  required: z.array(z.string()).default([]),
  items: z.record(z.string(), z.unknown()).optional(),
  anyOf: z.array(z.record(z.string(), z.unknown())).optional(),
  oneOf: z.array(z.record(z.string(), z.unknown())).optional(),
});

const maxDepth = 4;
const maxNamed = 8;

const unique = (words: readonly string[]): string => [...new Set(words)].join(' or ');

/** The type of a value in a few words: `list of text`, `"a" or "b"`. */
export function typeOf(schema: Schema): string {
  const read = shape.safeParse(schema);
  if (!read.success) return 'any';
  const { type, enum: named, const: only, items, anyOf, oneOf } = read.data;
  if (only !== undefined) return JSON.stringify(only);
  if (named !== undefined) {
    const more = named.length > maxNamed ? ' or …' : '';
    return `${unique(named.slice(0, maxNamed).map((each) => JSON.stringify(each)))}${more}`;
  }
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return unique(choices.map(typeOf));
  if (items !== undefined) return `list of ${typeOf(items)}`;
  return type === undefined ? 'any' : unique([type].flat());
}

/** The fields of a schema and those within them, in their order. */
export const linesOf = (schema: Schema): readonly SchemaLine[] => fieldsOf(schema, 0, '');

function fieldsOf(schema: Schema, depth: number, path: string): readonly SchemaLine[] {
  const read = shape.safeParse(schema);
  if (!read.success || depth > maxDepth) return [];
  const { properties, required, items, anyOf, oneOf } = read.data;
  if (items !== undefined) return fieldsOf(items, depth, `${path}[]`);
  const choices = anyOf ?? oneOf;
  if (choices !== undefined)
    return choices.flatMap((choice, index) => fieldsOf(choice, depth, `${path}|${index}`));
  return Object.entries(properties ?? {}).flatMap(([name, field]) => {
    const key = `${path}.${name}`;
    const line = { key, depth, name, type: typeOf(field), isRequired: required.includes(name) };
    return [line, ...fieldsOf(field, depth + 1, key)];
  });
}
