import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import { HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { anEdit } from '../testing/cohorts.ts';
import { loadPage } from '../testing/loadClient.ts';

describe('an edit', () => {
  const lost = (): Response => {
    throw new TypeError('network error');
  };
  const away = () =>
    HttpResponse.json(
      { detail: 'Away.', code: 'unavailable' },
      { status: 503, headers: { 'retry-after': '2' } },
    );
  const changed = () => HttpResponse.json({ detail: 'Changed.', code: 'changed_meanwhile' }, { status: 412 });
  const edited = () => HttpResponse.json(z.encode(cohortEndpoints.edit.reply, anEdit()));

  /**
   * Makes an edit while the network gives these answers in turn; returns the headers of each attempt, and the outcome.
   */
  async function edit(...inTurn: readonly (() => Response)[]) {
    const received: unknown[] = [];
    vi.spyOn(window, 'fetch').mockImplementation(async (url, init) => {
      if (url === '/healthz') return new Response();
      const headers = new Headers(init?.headers);
      received.push([headers.get('idempotency-key'), headers.get('if-match')]);
      return (inTurn[received.length - 1] ?? lost)();
    });
    const { request } = await loadPage();
    vi.useFakeTimers();
    const outcome = request(cohortEndpoints.edit, {
      params: { dataset: 'default' },
      body: { transformation: { kind: 'clear_all' } },
      change: { key: 'k-1', base: 7 },
    }).catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    return { received, outcome: await outcome };
  }
  afterEach(() => vi.useRealTimers());

  it('that gets no answer is sent again under its name (rule 9.16)', async () => {
    const { received, outcome } = await edit(lost, away, edited);
    expect(outcome).toMatchObject({ transformationSuccessful: true });
    expect(received).toEqual([
      ['k-1', '"7"'],
      ['k-1', '"7"'],
      ['k-1', '"7"'],
    ]);
  });

  it('is not sent again where the portal asks for a long pause', async () => {
    const later = () =>
      HttpResponse.json({ detail: 'Away.' }, { status: 503, headers: { 'retry-after': '600' } });
    expect((await edit(later, edited)).received).toHaveLength(1);
  });

  it('is sent three times at most', async () => {
    const { received, outcome } = await edit(away, away, away, edited);
    expect(outcome).toMatchObject({ code: 'unavailable' });
    expect(received).toHaveLength(3);
  });

  it('is not sent again after any other answer', async () => {
    const { received, outcome } = await edit(changed, edited);
    expect(outcome).toMatchObject({ code: 'changed_meanwhile' });
    expect(received).toHaveLength(1);
  });
});
