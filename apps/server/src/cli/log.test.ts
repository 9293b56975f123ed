import { expect, it } from 'vitest';
import { createServer } from '../http/index.ts';
import { createLog, formatLine } from './log.ts';

const time = new Date(2026, 0, 31, 9, 5, 7).getTime();
const lineOf = (fields: object): string => formatLine(JSON.stringify({ level: 30, time, ...fields }));

it('a control character in a path does not reach the terminal', () => {
  const text = lineOf({ method: 'GET', path: '/\u001b[2J\u009b31m\r\n', status: 404, msg: 'answered' });
  expect(text).toBe('09:05:07 info  GET /\\x1b[2J\\x9b31m\\x0d\\x0a 404 answered\n');
});

it('a request is one line: time, level, method, path, status, milliseconds and message', () => {
  const answer = { method: 'GET', path: '/api/v2/version', status: 200, milliseconds: 12, requestId: 'r1' };
  expect(lineOf({ ...answer, msg: 'answered' })).toBe(
    '09:05:07 info  GET /api/v2/version 200 12 ms answered\n',
  );
});

it('an event is one line with its message and its fields', () => {
  expect(lineOf({ removed: ['release_1'], code: 'fault', msg: 'two words' })).toBe(
    '09:05:07 info  two words removed=["release_1"] code=fault\n',
  );
});

it('the stack of an error follows its line, which has the request id of the reply', () => {
  const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at here' };
  expect(lineOf({ level: 50, err, requestId: 'r1', msg: 'Something went wrong.' })).toBe(
    '09:05:07 error Something went wrong. requestId=r1\n    Error: no\n        at here\n',
  );
});

it('a request to a portal with a text log writes one line, without the query of the path', async () => {
  const { log, written } = textLog(null, true);
  const server = await createServer({
    allowedOrigins: [],
    trustProxy: false,
    logger: log,
    checkReady: async () => {},
  });
  await server.inject({ url: '/healthz?secret=1' });
  await server.close();
  expect(written).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d info {2}GET \/healthz 200 \d+ ms answered\n$/),
  ]);
});

it.each([
  [null, true, true],
  [null, false, false],
  ['text', false, true],
  ['json', true, false],
] as const)('with the setting %s and a terminal: %s, the log is text: %s', (format, isTerminal, isText) => {
  const { log, written } = textLog(format, isTerminal);
  log.level = isText ? 'info' : 'silent';
  log.info('an event');
  expect(written.length === 1).toBe(isText);
});

function textLog(format: 'json' | 'text' | null, isTerminal: boolean) {
  const written: string[] = [];
  const log = createLog({ format, isTerminal, write: (text) => written.push(text) });
  return { log, written };
}
