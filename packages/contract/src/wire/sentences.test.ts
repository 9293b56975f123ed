import { expect, it } from 'vitest';
import { z } from 'zod';

interface Field {
  readonly path: string;
  readonly schema: z.core.$ZodType;
}

/** The schemas that a schema is made of. */
function partsOf(schema: z.core.$ZodType): readonly Field[] {
  const inner = (one: z.core.$ZodType): readonly Field[] => [{ path: '', schema: one }];
  if (schema instanceof z.ZodPipe) return [...inner(schema.in), ...inner(schema.out)];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return inner(schema.unwrap());
  if (schema instanceof z.ZodArray) return inner(schema.element);
  if (schema instanceof z.ZodRecord) return inner(schema.valueType);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(inner);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).map(([path, part]) => ({ path, schema: part }));
  return [];
}

/** The fields of a reply that say something to a person. */
function saidIn({ path, schema }: Field, seen: Set<z.core.$ZodType> = new Set()): readonly Field[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  return partsOf(schema).flatMap((part) => {
    const below = { path: [path, part.path].filter((name) => name !== '').join('.'), schema: part.schema };
    return /(errors|warnings)$/i.test(part.path) ? [below] : saidIn(below, seen);
  });
}

function repliesIn(value: unknown, name: string): readonly Field[] {
  if (typeof value !== 'object' || value === null || value instanceof z.ZodType) return [];
  if ('path' in value && 'reply' in value)
    return value.reply instanceof z.ZodType ? [{ path: name, schema: value.reply }] : [];
  return Object.entries(value).flatMap(([key, part]) => repliesIn(part, `${name}.${key}`));
}

const modules = import.meta.glob<Record<string, unknown>>('../endpoints/*.ts', { eager: true });

const said = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .filter(([name]) => name.endsWith('Endpoints'))
  .flatMap(([name, endpoints]) => repliesIn(endpoints, name))
  .flatMap((reply) => saidIn(reply));

it('errors and warnings without a text are dropped in every reply (rule 9.21)', () => {
  const lists = said.filter(({ schema }) => z.safeParse(schema, ['One.']).success);
  expect(lists.length).toBeGreaterThan(30);
  const kept = lists.filter(
    ({ schema }) => z.safeParse(schema, ['', 'One.', ' ']).data?.toString() !== 'One.',
  );
  expect(kept.map(({ path }) => path)).toEqual([]);
});
