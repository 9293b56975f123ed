import { EventEmitter } from 'node:events';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { describe, expect, it } from 'vitest';
import { isHarmless, watchStrayFaults } from './strayFaults.ts';

const coded = (code: string): Error => Object.assign(new Error(code), { code });

describe('a failure that nobody waited for', () => {
  it.each([
    ['of a client that went away', coded('ECONNRESET')],
    ['of a stream that was destroyed', coded('ERR_STREAM_PREMATURE_CLOSE')],
    ['of a database that went away', new Error('Connection terminated unexpectedly')],
    ['that is a refusal', new PortalError('unavailable', 'Away.')],
  ])('%s is harmless', (_of, error) => {
    expect(isHarmless(error)).toBe(true);
  });

  it.each([
    ['of our own', new TypeError('x is undefined')],
    ['that is a fault', new PortalError('fault', 'Broken.')],
    ['that is no error', 'boom'],
    ['with an unknown code', coded('ERR_ASSERTION')],
  ])('%s is not', (_of, error) => {
    expect(isHarmless(error)).toBe(false);
  });

  it('is logged, and ends the portal unless it is harmless', () => {
    const source = new EventEmitter();
    const received: unknown[] = [];
    const note = (level: string) => (fields: object) => void received.push([level, fields]);
    const log = { warn: note('warn'), fatal: note('fatal') };
    const stopWatching = watchStrayFaults({
      source,
      log,
      end: (error) => void received.push(['end', error]),
    });
    const [harmless, ours] = [coded('EPIPE'), new TypeError('x is undefined')];
    source.emit('unhandledRejection', harmless);
    expect(received).toEqual([['warn', { err: harmless }]]);
    source.emit('unhandledRejection', ours);
    expect(received.slice(1)).toEqual([
      ['fatal', { err: ours }],
      ['end', ours],
    ]);
    stopWatching();
    source.emit('unhandledRejection', ours);
    expect(received).toHaveLength(3);
  });
});
