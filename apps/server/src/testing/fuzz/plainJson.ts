import fc from 'fast-check';
import type { BodySchema } from './servedOperations.ts';

/** Values that exist in the portal, by the name of their field. */
export type Examples = Readonly<Record<string, readonly unknown[]>>;

/** A value that fits the schema; known fields often hold a value that exists in the portal. */
export function fitting(schema: BodySchema, examples: Examples, name = ''): fc.Arbitrary<unknown> {
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => fitting(choice, examples, name)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const known = examples[name];
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['object']);
  const plain = fc.oneof(...types.map((type) => ofType(type, schema, examples)));
  return known === undefined ? plain : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, plain);
}

function ofType(type: string, schema: BodySchema, examples: Examples): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object':
      return fittingObject(schema, examples);
    case 'array':
      return fc.array(schema.items === undefined ? fc.constant('x') : fitting(schema.items, examples), {
        maxLength: 3,
      });
    case 'number':
    case 'integer':
      return fc.integer({ min: -3, max: 400 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.constantFrom('', '1', 'abc', 'severe', 'Female', 'yes', 'include', '2019-03-01');
  }
}

function fittingObject(schema: BodySchema, examples: Examples): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const value = fitting(field, examples, name);
    const isNeeded = schema.required?.includes(name) === true;
    return isNeeded
      ? value.map((held) => [[name, held]])
      : fc.option(value, { freq: 2 }).map((held) => (held === null ? [] : [[name, held]]));
  });
  return fc.tuple(...fields).map((entries) => Object.fromEntries(entries.flat()));
}

/** The path of a value within a body. */
export type Path = readonly (string | number)[];

/** The paths of all values within a value, without the value itself. */
export function pathsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((item, index) => [index, item] as const)
    : Object.entries(value);
  return entries.flatMap(([key, held]) => [[...path, key], ...pathsIn(held, [...path, key])]);
}

/** A copy with another value at the path, or without it where `change` is undefined. */
export function changedAt(
  value: unknown,
  [key, ...rest]: Path,
  change: { readonly to: unknown } | undefined,
): unknown {
  if (key === undefined) return change?.to;
  const isLast = rest.length === 0;
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => {
      if (index !== key) return [item];
      if (isLast && change === undefined) return [];
      return [changedAt(item, rest, change)];
    });
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries: [string, unknown][] = Object.entries(value);
  return Object.fromEntries(
    entries.flatMap(([name, held]): [string, unknown][] => {
      if (name !== key) return [[name, held]];
      return isLast && change === undefined ? [] : [[name, changedAt(held, rest, change)]];
    }),
  );
}
