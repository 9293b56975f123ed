import { EventEmitter } from 'node:events';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { describe, expect, it } from 'vitest';
import { hearStrayFaults, isHarmless } from './strayFaults.ts';

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
    const heard: unknown[] = [];
    const note = (level: string) => (fields: object) => void heard.push([level, fields]);
    const log = { warn: note('warn'), fatal: note('fatal') };
    const deafen = hearStrayFaults({ source, log, end: (error) => void heard.push(['end', error]) });
    const [harmless, ours] = [coded('EPIPE'), new TypeError('x is undefined')];
    source.emit('unhandledRejection', harmless);
    expect(heard).toEqual([['warn', { err: harmless }]]);
    source.emit('unhandledRejection', ours);
    expect(heard.slice(1)).toEqual([
      ['fatal', { err: ours }],
      ['end', ours],
    ]);
    deafen();
    source.emit('unhandledRejection', ours);
    expect(heard).toHaveLength(3);
  });
});
