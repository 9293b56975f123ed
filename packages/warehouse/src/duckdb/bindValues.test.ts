import { DuckDBInstance, VARCHAR } from '@duckdb/node-api';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { bindValues } from './bindValues.ts';
import { decodePortions } from './results.ts';

const signs = fc.constantFrom(
  '"',
  "'",
  '\\',
  ',',
  '[',
  ']',
  '{',
  '}',
  ':',
  ' ',
  '\n',
  'NULL',
  'a',
  'é',
  '😀',
);
const texts = fc.array(fc.oneof(fc.string({ unit: signs, maxLength: 6 }), fc.string({ maxLength: 20 })), {
  minLength: 1,
  maxLength: 40,
});

it('a long list of texts is bound as one text, and the statement has the same texts (rule 8.17)', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  onTestFinished(() => {
    connection.closeSync();
    instance.closeSync();
  });
  await fc.assert(
    fc.asyncProperty(texts, async (some) => {
      const plain = some.map((text) => text.replaceAll('\0', ''));
      const list = Array.from({ length: 500 }, (_, index) => plain[index % plain.length] ?? '');
      const { values, types } = bindValues([list]);
      expect(types).toEqual([VARCHAR]);
      const result = await connection.run('SELECT unnest($1::VARCHAR[]) AS text', values, types);
      const found: unknown[] = [];
      for await (const rows of decodePortions(result)) found.push(...rows.map(({ text }) => text));
      expect(found).toEqual(list);
    }),
  );
});
