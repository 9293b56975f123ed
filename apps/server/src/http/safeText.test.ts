import { execFileSync } from 'node:child_process';
import { PortalError } from '@atrium/contract/errors/errorCode';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chosenEffort } from '../testing/chance.ts';
import {
  attachment,
  exactLine,
  identifier,
  jsonText,
  manifestCell,
  oneLine,
  safePath,
  shellWord,
  token,
} from './safeText.ts';

const sign = fc.constantFrom(
  ...['\n', '\r', '\0', '\t', '\u0085', '\u009b', '\u2028', '\u2029', '\u202e', '\u2066', '\ufeff', '\ud800'],
  ...[
    "'",
    '"',
    '\\',
    '$(id)',
    '`id`',
    ';',
    '|',
    '=',
    '+',
    '-',
    '@',
    '\uff1d',
    '..',
    '/',
    '~',
    '%',
    ' ',
    'END_OF_LIST',
  ],
);
const hostile = fc
  .array(fc.oneof(sign, fc.string({ unit: 'grapheme', maxLength: 3 })), { maxLength: 6 })
  .map((parts) => parts.join(''));
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/u;
const runs = { numRuns: 400 * chosenEffort() };

describe('a text of any characters', () => {
  it('is in one line, or refused, and never more than it was made for (rule 13.74)', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const make of [
          oneLine,
          exactLine,
          identifier,
          safePath,
          token,
          shellWord,
          manifestCell,
          attachment,
        ])
          expect([make.name, made(make, text) ?? '']).not.toEqual([make.name, expect.stringMatching(unsafe)]);
        expect([text, null]).toContain(made(exactLine, text));
        expect(made(token, text) ?? '').not.toMatch(/[\s"\\|`]/);
        expect(made(identifier, text) ?? '').toMatch(/^[\w-]*$/);
        const path = made(safePath, text);
        if (path !== null) expect(`/${path}/`).not.toMatch(/\/(\.{0,2}\/|[-~])|["\\]/);
        expect(manifestCell(text)).not.toMatch(/(^|;)\s*[=@\uff1d\uff0b\uff0d\uff20]/);
        expect(JSON.parse(jsonText({ text }))).toEqual({ text });
        expect(jsonText({ text })).not.toMatch(unsafe);
        expect(attachment(text)).toMatch(/^attachment; filename="[\w.+ -]*"; filename\*=UTF-8''[\w.~!%-]*$/);
      }),
      runs,
    );
  });

  it('is one word of a shell', () => {
    const words = fc.sample(hostile, 60).flatMap((text) => {
      const word = made(shellWord, text);
      return word === null ? [] : [{ text, word }];
    });
    const printed = execFileSync('sh', ['-c', `printf '%s\\0' ${words.map(({ word }) => word).join(' ')}`]);
    expect(printed.toString().split('\0').slice(0, -1)).toEqual(words.map(({ text }) => text));
  });
});

/** What a constructor makes of a text; null where it refuses it, as it may. */
function made(make: (text: string) => string, text: string): string | null {
  try {
    return make(text);
  } catch (error) {
    if (error instanceof PortalError && error.code === 'conflict' && !unsafe.test(error.message)) return null;
    throw error;
  }
}
