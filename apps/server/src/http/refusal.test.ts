import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parsed } from './parseBody.ts';

const terms = z.object({
  terms: z.union([z.string(), z.array(z.union([z.string(), z.null(), z.object({ code: z.string() })]))]),
});

describe('a field that takes several kinds of value', () => {
  it.each([
    [
      'a kind that it does not take is refused at the field',
      7,
      'terms',
      'terms: not a value that is taken here',
    ],
    [
      'an error within the kind that was meant is named at its field',
      [7],
      'terms.0',
      'terms.0: not a value that is taken here',
    ],
    ['however deep that is', ['HP:1', { code: 7 }], 'terms.1.code', 'terms.1.code: must be a text'],
    [
      'each error separately',
      [{}, 7],
      'terms.0.code',
      'terms.0.code: Required; terms.1: not a value that is taken here',
    ],
  ])('%s', (_rule, given, field, detail) => {
    expect(() => parsed(terms, { terms: given }, 'bad_request')).toThrow(
      new PortalError('bad_request', detail, { field }),
    );
  });

  it('is refused at the field where two kinds might have been meant', () => {
    const either = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]);
    expect(() => parsed(z.object({ rule: either }), { rule: { a: 7 } }, 'bad_request')).toThrow(
      fieldRefusal('bad_request', 'rule', 'not a value that is taken here'),
    );
  });
});
