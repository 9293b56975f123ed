import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { isServerAway, refusalWhileAway } from './serverAway.ts';

const says = (code: string): Error =>
  Object.assign(new pg.DatabaseError('a message', 9, 'error'), { code, severity: 'FATAL' });
const failsAs = (code: string): Error => Object.assign(new Error(code), { code, syscall: 'connect' });

describe('a server is away', () => {
  it.each([
    ['is told to stop', '57P01'],
    ['has crashed', '57P02'],
    ['is starting', '57P03'],
    ['has no connection left', '53300'],
    ['has no memory', '53200'],
    ['has a full disk', '53100'],
    ['cannot read or write its files', '58030'],
    ['takes no writes', '25006'],
    ['waited too long for a lock', '55P03'],
    ['ended a statement that took too long', '57014'],
    ['ended a transaction that stood still', '25P03'],
    ['chose this transaction of two', '40P01'],
    ['does not let us in', '28P01'],
    ['lost the connection', '08006'],
  ])('where it says that it %s', (_what, code) => {
    expect(isServerAway(says(code))).toBe(true);
  });

  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
  ])('where the network says %s', (code) => {
    expect(isServerAway(failsAs(code))).toBe(true);
    const several = Object.assign(new AggregateError([failsAs(code)]), { code });
    expect(isServerAway(several)).toBe(true);
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
  ])('where its client says "%s"', (message) => {
    expect(isServerAway(new Error(message))).toBe(true);
  });

  it.each([
    ['a statement that is wrong', says('42P01')],
    ['a value that exists already', says('23505')],
    ['a value that does not fit', says('22003')],
    ['a fault of ours', new TypeError('x is undefined')],
    ['what is no error', 'boom'],
  ])('and not where it refuses %s', (_what, error) => {
    expect(isServerAway(error)).toBe(false);
    expect(refusalWhileAway(error)).toBe(error);
  });

  it('and a question that would write is a fault, since sessions of questions write nothing', () => {
    const error = says('25006');
    expect(refusalWhileAway(error)).toBe(error);
    expect(refusalWhileAway(says('57P01'))).toMatchObject({ code: 'unavailable', status: 503 });
  });
});
