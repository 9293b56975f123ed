import { describe, expect, it } from 'vitest';
import { compilePattern, PatternFault } from './textPattern.ts';

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
  ])('%s fits the whole text', (source, good, bad) => {
    const fits = compilePattern(source);
    expect(good.filter((text) => !fits(text))).toEqual([]);
    expect(bad.filter((text) => fits(text))).toEqual([]);
  });

  it('agrees with the engine of the language on all short texts', () => {
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
      const fits = compilePattern(source);
      const expected = new RegExp(`^(?:${source})$`, 'u');
      expect(texts.filter((text) => fits(text) !== expected.test(text))).toEqual([]);
    }
  });

  it.each(['(a+)+$', '(a|a)*b', '(.*a){20}', 'a*a*a*a*a*a*b'])(
    '%s takes time that grows with the text alone',
    (source) => {
      // JavaScript's own engine would never finish the first two.
      expect(compilePattern(source)(`${'a'.repeat(5000)}!`)).toBe(false);
    },
  );

  it('remembers few characters, so that long data take little memory and stay right', () => {
    const fits = compilePattern('.{3}');
    const characters = Array.from({ length: 30_000 }, (_, index) =>
      String.fromCodePoint(0x4e00 + (index % 20_000)),
    );
    expect(characters.filter((character) => !fits(character.repeat(3)) || fits(character.repeat(4)))).toEqual(
      [],
    );
  });

  it.each([
    ['(a', 'opens a group and does not close it'],
    ['a)', 'closes a group that is not open'],
    ['*a', 'cannot be read at "*a"'],
    ['a**', 'cannot be read at "*"'],
    ['a{', 'cannot be read at "{"'],
    ['[a', 'cannot be read at "[a"'],
    ['[z-a]', 'has [z-a], which is no set of characters'],
    ['\\p{Nothing}', 'has \\p{Nothing}, which is no set of characters'],
    ['(?=a)b', 'looks around or sets options, which is not supported'],
    ['(?i)b', 'looks around or sets options, which is not supported'],
    ['(a)\\1', 'has \\1, which is not supported'],
    ['\\bword', 'has \\b, which is not supported'],
    ['[a-z-[aeiou]]', 'has a class in a class, which is not supported'],
    ['a{3,2}', 'repeats {3,2}, which cannot be counted'],
    ['a{5000}', 'repeats {5000}, which cannot be counted'],
    ['(a{1000}){1000}', 'repeats too much'],
    ['((){1000}){1000}', 'repeats too much'],
    ['a'.repeat(1001), 'is longer than 1000 characters'],
  ])('%s is refused', (source, reason) => {
    expect(() => compilePattern(source)).toThrow(new PatternFault(reason));
  });
});
