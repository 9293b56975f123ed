import { z } from 'zod';

type SnakeCase<S extends string> = S extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${SnakeCase<Tail>}`
    : `_${Lowercase<Head>}${SnakeCase<Tail>}`
  : S;

type Names = Readonly<Record<string, string>>;

type WireShape<S extends z.ZodRawShape, N extends Names> = {
  -readonly [K in keyof S & string as K extends keyof N ? N[K] : SnakeCase<K>]: S[K];
};

type WireCodec<S extends z.ZodRawShape, N extends Names> = z.ZodCodec<
  z.ZodObject<WireShape<S, N>>,
  z.ZodCustom<z.output<z.ZodObject<S>>>
>;

/** Encoding a union tries each member in turn: a value that is no object is a misfit, not a fault. */
const words = z.custom<Record<string, unknown>>((value) => typeof value === 'object' && value !== null);

const snakeCase = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * A codec between a JSON object in the spelling of the wire and the same object in the words of the glossary.
 * Keys are snake_case on the wire unless `names` spells one out. Unknown wire keys are dropped.
 */
export function wireObject<S extends z.ZodRawShape, const N extends Names = Record<never, never>>(
  shape: S,
  names?: N,
): WireCodec<S, N>;
export function wireObject(shape: z.ZodRawShape, names: Names = {}): z.ZodType {
  const pairs = Object.keys(shape).map((key) => [key, names[key] ?? snakeCase(key)] as const);
  const wire = z.object(
    Object.fromEntries(pairs.map(([key, spelling]) => [spelling, shape[key] ?? z.never()])),
  );
  const rename = (from: 0 | 1, to: 0 | 1) => (value: Record<string, unknown>) => {
    const renamed: Record<string, unknown> = {};
    for (const pair of pairs) {
      const held = value[pair[from]];
      if (held !== undefined) renamed[pair[to]] = held;
    }
    return renamed;
  };
  return z.codec(wire, words, { decode: rename(1, 0), encode: rename(0, 1) });
}
