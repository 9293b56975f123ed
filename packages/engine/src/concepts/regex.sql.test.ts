import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { parameter } from '../sql/parameter.ts';
import { toQuery } from '../sql/query.ts';
import { casesOr } from '../testing/effort.ts';
import { openRelease } from '../testing/openRelease.ts';
import { workedExample } from '../testing/workedExample.ts';
import { isPattern, patternOf } from './regex.ts';

const open = await openRelease(workedExample);

const runs = (pattern: string) => {
  const text = parameter('HP-1 s', 'VARCHAR');
  return open
    .run(toQuery(sql`SELECT ${open.release.dialect.matches(text, parameter(pattern, 'VARCHAR'))} AS met`))
    .catch(() => null);
};

it('a term in slashes is a pattern, a slash alone is not', () => {
  expect(['/a/', '/a', '//', 'a/b/'].map(patternOf)).toEqual(['a', null, null, null]);
});

it.each(['^S[0-9]$', 'HP\\-1|\\d{1,3}', '(?i)s\\.?', '[^a-z]+\\s*$', '(a|b)+?\\b'])(
  '%s is let in',
  (pattern) => {
    expect(isPattern(pattern)).toBe(true);
  },
);

it.each(['[', '(?=x)x', '(?<=x)x', 'a{2000}', '\\1', '[]', '[^]', '(', '*', '\\k<a>', '\\c', 'a**'])(
  '%s is kept out',
  (pattern) => {
    expect(isPattern(pattern)).toBe(false);
  },
);

it('what is let in, the engine can run', async () => {
  const pieces = 'ab01-^$.*+?|()[]{},\\dDwWsSbBxukpPcQE:=!<>/ \'"'.split('');
  const pattern = fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 })
    .map((all) => all.join(''));
  await fc.assert(
    fc.asyncProperty(pattern, async (given) => {
      if (!isPattern(given)) return;
      expect(await runs(`${given}`), given).not.toBeNull();
    }),
    { numRuns: casesOr(1000, { inGate: 200 }) },
  );
});
