import { type DuckDBConnection, DuckDBInstance, LIST, listValue, VARCHAR } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fitsPattern, patternFault } from './textPattern.ts';

let instance: DuckDBInstance;
let connection: DuckDBConnection;
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

/** The texts that fit. */
async function fitting(pattern: string, texts: readonly string[]): Promise<readonly unknown[]> {
  const sql = `SELECT text FROM (SELECT unnest($1) AS text) WHERE ${fitsPattern('text', pattern)}`;
  const found = await connection.runAndReadAll(sql, [listValue([...texts])], [LIST(VARCHAR)]);
  return found.getRows().map(([text]) => text);
}

describe('a pattern', () => {
  it.each<readonly [string, readonly string[], readonly string[]]>([
    ['abc', ['abc'], ['ab', 'abcd', 'xabc', '']],
    ['^abc$', ['abc'], ['xabc', 'abcx']],
    ['^a$|^b$', ['a', 'b'], ['ab', '']],
    ['a|b|', ['a', 'b', ''], ['ab']],
    ['(ab)*c', ['c', 'abc', 'ababc'], ['ac', 'ab']],
    ['(?:a|(b+?))?', ['', 'a', 'bbb'], ['ab']],
    ['[A-Z]{2}-\\d{3,4}', ['AB-123', 'AB-1234'], ['A-123', 'AB-12', 'AB-12345']],
    ['x{2}', ['xx'], ['x', 'xxx']],
    ['x{2,}', ['xx', 'xxxxx'], ['x']],
    ['x{0,1}', ['', 'x'], ['xx']],
    ['[^\\s"\\]]+', ['a[b'], ['a b', 'a]', '']],
    ['.', ['a', '🫀', '\\'], ['', '\n', 'ab']],
    ['\\p{Lu}\\p{L}*', ['Élan', 'Ж'], ['élan', 'A1']],
    ['\\u00e9\\x41\\.\\-\\/\\_', ['éA.-/_'], ['éAx-/_']],
    ['(?<year>\\d{4})(?P<rest>-\\d\\d)*', ['2020', '2020-01-02'], ['2020-']],
    ['(a*)*', ['', 'aaaa'], ['b']],
    ['(a|aa)+$', ['aaa'], ['', 'b']],
    ['[\\w\\-.]+@[\\w\\-]+(\\.\\w+)+', ['a.b-c@d-e.org'], ['a@b', '@b.c']],
  ])('%s fits the whole text', async (source, good, bad) => {
    expect(await patternFault(source, connection)).toBeNull();
    expect(await fitting(source, [...good, ...bad])).toEqual(good);
  });

  it('agrees with the engine of the language on all short texts', async () => {
    const texts = Array.from({ length: 4 ** 5 }, (_, number) =>
      number.toString(4).replaceAll('0', 'a').replaceAll('1', 'b').replaceAll('2', 'c').replaceAll('3', ''),
    );
    for (const source of [
      'a*b+c?',
      '(ab|a)(bc|c)*',
      '(a|b){2,3}c*',
      '[^a]+a?',
      'a.?c|b',
      '((a|b)*c){1,2}',
      '^$|aa+',
    ]) {
      const expected = new RegExp(`^(?:${source})$`, 'u');
      expect(await fitting(source, texts)).toEqual(texts.filter((text) => expected.test(text)));
    }
  });

  it.each(['(a+)+$', '(a|a)*b', '(.*a){20}', 'a*a*a*a*a*a*b'])(
    '%s takes time that grows with the text alone',
    async (source) => {
      // JavaScript's own engine would never finish the first two.
      expect(await fitting(source, [`${'a'.repeat(5000)}!`])).toEqual([]);
    },
  );

  it.each([
    ['(a', 'opens a group and does not close it'],
    ['a)', 'closes a group that is not open'],
    ['*a', 'cannot be read at "*"'],
    ['a**', 'cannot be read at "**"'],
    ['[a', 'cannot be read at "[a"'],
    ['[z-a]', 'has z-a, which is no set of characters'],
    ['\\p{Nothing}', 'has \\p{Nothing}, which is no set of characters'],
    ['a\\', 'cannot be read'],
    ['(?=a)b', 'looks around or sets options, which is not supported'],
    ['(?<!a)b', 'looks around or sets options, which is not supported'],
    ['(?i)b', 'looks around or sets options, which is not supported'],
    ['(a)\\1', 'has \\1, which is not supported'],
    ['\\bword', 'has \\b, which is not supported'],
    ['[a-z-[aeiou]]', 'has a class in a class, which is not supported'],
    ['a{3,2}', 'repeats {3,2}, which cannot be counted'],
    ['a{5000}', 'repeats {5000}, which cannot be counted'],
    ['(a{1000}){1000}', 'repeats {1000}, which cannot be counted'],
    ['((){1000}){1000}', 'repeats {1000}, which cannot be counted'],
    ['(\\p{L}{500}){2}(\\p{L}{500}){2}', 'repeats too much'],
    ['a'.repeat(1001), 'is longer than 1000 characters'],
  ])('%s is refused', async (source, reason) => {
    expect(await patternFault(source, connection)).toBe(reason);
  });

  it.each(['\\\\b', '\\(\\?=', '[\\[:]', '\\p{Script=Greek}+', '(?<n>a)'])('%s is taken', async (source) => {
    expect(await patternFault(source, connection)).toBeNull();
  });
});
