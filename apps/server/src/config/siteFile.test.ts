import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { siteFile, siteSchemaText } from './siteFile.ts';

const docs = path.resolve(import.meta.dirname, '../../../../docs');

it('the schema in the documents is the one that the command prints', () => {
  expect(readFileSync(path.join(docs, 'site.schema.json'), 'utf8')).toBe(siteSchemaText());
});

it('every example of the documents is right, and the long one names every key', () => {
  const text = readFileSync(path.join(docs, 'site.md'), 'utf8');
  const examples = [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, example = '']) => parse(example));
  expect(examples.length).toBeGreaterThan(1);
  for (const example of examples) expect(siteFile.safeParse(example).error?.issues).toBeUndefined();
  const named = new Set(examples.flatMap((example) => Object.keys(example)));
  expect(Object.keys(siteFile.shape).filter((key) => !named.has(key))).toEqual(['$schema']);
});
