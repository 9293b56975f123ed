import fc from 'fast-check';
import { hostileText, hostileValue, strayKey } from './hostileValue.ts';
import { changedAt, type Examples, fitting, type Path, pathsIn } from './plainJson.ts';
import type { ServedOperation } from './servedOperations.ts';

/** A request that a broken or hostile client may send. */
export interface MalformedRequest {
  /** With its parameters filled in. */
  readonly url: string;
  readonly contentType: string;
  readonly payload: string;
  /** Where one field of a valid request was changed: the names that a refusal may give, and the valid request. */
  readonly fault: { readonly fields: readonly string[]; readonly fitting: string } | null;
}

const json = 'application/json';

export function malformedRequest(
  operation: ServedOperation,
  examples: Examples,
): fc.Arbitrary<MalformedRequest> {
  const plainUrl = urlOf(operation, examples, fc.constant(''));
  const oddUrl = urlOf(operation, examples, oddQuery(operation));
  const bodiless = fc.record({
    url: oddUrl,
    contentType: fc.constant(json),
    payload: fc.constant(''),
    fault: fc.constant(null),
  });
  if (operation.method === 'GET') return bodiless;
  const written = fc.record({
    url: plainUrl,
    contentType: contentTypes,
    payload: oddText,
    fault: fc.constant(null),
  });
  if (operation.body === null) return fc.oneof(bodiless, written);
  const body = fitting(operation.body, examples);
  return fc.oneof(
    { weight: 1, arbitrary: bodiless },
    {
      weight: 2,
      arbitrary: fc.record({
        url: plainUrl,
        contentType: contentTypes,
        payload: cut(body),
        fault: fc.constant(null),
      }),
    },
    { weight: 2, arbitrary: written },
    {
      weight: 10,
      arbitrary: fc
        .tuple(plainUrl, oneFault(body))
        .map(([url, held]) => ({ url, contentType: json, ...held })),
    },
  );
}

const contentTypes = fc.constantFrom(
  json,
  'text/csv',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'nonsense',
);

const oddText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '{',
    '[',
    'null',
    '[]',
    '{}',
    '7',
    '"x"',
    'NaN',
    '{"a":NaN}',
    '{"transformation"',
    '\ufeff{}',
    '<a/>',
    'a=1&b=2',
  ),
  fc.constantFrom(
    `${'['.repeat(50_000)}`,
    `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
    '{"transformation":{"type":"add_entry"}}',
  ),
  hostileValue.map((value) => JSON.stringify(value)),
);

const cut = (body: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc.tuple(body, fc.nat(99)).map(([value, share]) => {
    const text = JSON.stringify(value);
    return text.slice(0, Math.floor((text.length * share) / 100));
  });

/** A valid body with one field removed, replaced or added. */
const oneFault = (body: fc.Arbitrary<unknown>) =>
  fc
    .tuple(
      body,
      fc.nat(),
      fc.option(hostileValue, { nil: undefined, freq: 6 }),
      fc.option(strayKey, { freq: 4 }),
    )
    .map(([value, chosen, to, stray]) => {
      const paths = pathsIn(value);
      const path: Path = paths[chosen % Math.max(1, paths.length)] ?? [];
      const payload =
        stray === null
          ? changedAt(value, path, to === undefined ? undefined : { to })
          : withKey(value, stray, to);
      const fields = stray === null ? fieldsOf(path, to) : [stray];
      return { payload: JSON.stringify(payload) ?? '', fault: { fields, fitting: JSON.stringify(value) } };
    });

/** The last word of a path that is a name; without one the body was replaced, and its own keys may be named. */
function fieldsOf(path: Path, to: unknown): readonly string[] {
  const name = path.findLast((step) => typeof step === 'string');
  if (name !== undefined) return [String(name)];
  return ['body', ...(typeof to === 'object' && to !== null ? Object.keys(to) : [])];
}

/** An additional key beside the fields of the edit, or of the body. */
function withKey(value: unknown, key: string, held: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries: [string, unknown][] = Object.entries(value);
  const [only] = entries;
  if (entries.length === 1 && only !== undefined && typeof only[1] === 'object' && !Array.isArray(only[1]))
    return { [only[0]]: withKey(only[1], key, held) };
  return Object.fromEntries([...entries, [key, held ?? null]]);
}

function urlOf(
  { path }: ServedOperation,
  examples: Examples,
  query: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const values = names.map((name) => {
    const known = fc.constantFrom(...(examples[name] ?? ['1'])).map(String);
    return name === 'dataset'
      ? fc.oneof({ weight: 9, arbitrary: known }, hostileText)
      : fc.oneof(known, hostileText);
  });
  return fc.tuple(fc.tuple(...values), query).map(([chosen, text]) => {
    const filled = names.reduce(
      (url, name, path) => url.replace(`{${name}}`, () => escaped(chosen[path] ?? '')),
      path,
    );
    return text === '' ? filled : `${filled}?${text}`;
  });
}

/** Percent-escapes any text; halves of surrogate pairs as the bytes they would be. */
const escaped = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).slice(0, 2000);

function oddQuery({ query }: ServedOperation): fc.Arbitrary<string> {
  const name = fc.constantFrom(...query, 'extra', '__proto__', 'page');
  const value = fc.oneof(
    hostileText,
    fc.constantFrom(
      '1',
      '0',
      '-1',
      'true',
      'undefined',
      '9'.repeat(30),
      'sex',
      'X:1',
      'expand',
      '2019-03-01',
      '25',
    ),
  );
  return fc
    .array(fc.tuple(name, value), { maxLength: 4 })
    .map((pairs) => pairs.map(([key, held]) => `${escaped(key)}=${escaped(held)}`).join('&'));
}
