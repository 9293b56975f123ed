import { afterAll, describe, expect, it } from 'vitest';
import { openPaperPortal } from '../testing/paperPortal.ts';

const portal = await openPaperPortal();
afterAll(() => portal.close());

const post = (payload: string | Buffer, type = 'application/json') =>
  portal.inject({
    method: 'POST',
    url: '/api/v2/default/notes',
    headers: { 'x-person': 'ada', 'content-type': type },
    payload,
  });

const noteOf = (text: string): string => `{"note":{"note_text":${text}}}`;
const deep = (depth: number): string => `{"note":${'['.repeat(depth)}${']'.repeat(depth)}}`;

describe('a body that would fail later is refused at once', () => {
  it.each([
    ['NUL', noteOf('"a\\u0000b"'), 'note.note_text: holds a character that cannot be stored'],
    ['NUL in a key', '{"note":{"\\u0000":1}}', 'note: holds a character that cannot be stored'],
    ['half a surrogate pair', noteOf('"\\ud800"'), 'note.note_text: holds a character that cannot be stored'],
    ['nesting without end', deep(100_000), 'note.0.0.0.0: nested more than 40 deep'],
    ['a key that reaches for the prototype', '{"__proto__":{"x":1}}', '__proto__: a forbidden key'],
    ['a cut body', '{"note":', 'The body is not valid JSON.'],
    ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0x7b]), 'The body is not valid JSON.'],
  ])('%s', async (_what, payload, detail) => {
    const reply = await post(payload);
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { code: 'bad_request', detail }]);
  });

  it('a query is refused too', async () => {
    const reply = await portal.inject({ url: '/api/v2/open?some_word=a%00b' });
    expect([reply.statusCode, reply.json()]).toMatchObject([
      400,
      { code: 'bad_request', detail: 'some_word: holds a character that cannot be stored' },
    ]);
  });

  it('text that is not JSON and has no JSON content type counts as no body', async () => {
    expect((await post('a=1&b=2', 'application/x-www-form-urlencoded')).json().detail).toBe('body: Required');
  });

  it('a body may have a megabyte at most', async () => {
    const [fits, tooLarge] = [
      await post(noteOf(`"${'x'.repeat(1_000_000)}"`)),
      await post(noteOf(`"${'x'.repeat(1_100_000)}"`)),
    ];
    expect(fits.statusCode).toBe(200);
    expect([tooLarge.statusCode, tooLarge.json().code]).toEqual([413, 'too_large']);
  });

  it('whole surrogate pairs and forty levels are accepted', async () => {
    expect((await post(noteOf('"\\ud83e\\udec0"'))).json()).toEqual({ note_text: '🫀' });
    expect((await post(deep(39))).json().detail).toBe('note: must have fields of its own');
  });
});
