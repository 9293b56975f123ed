import type { LightMyRequestResponse } from 'fastify';
import { expect, vi } from 'vitest';
import type { TestApp } from './testApp.ts';

/** Whether the portal lives, and whether it is ready. */
const healthOf = async ({ app }: TestApp): Promise<readonly number[]> =>
  (await Promise.all(['/healthz', '/readyz'].map((url) => app.inject({ url })))).map(
    ({ statusCode }) => statusCode,
  );

/** Every one is refused in the same words, and the portal says that it lives and is not ready. */
export async function expectAway(
  portal: TestApp,
  replies: readonly Promise<LightMyRequestResponse>[],
): Promise<void> {
  for (const reply of await Promise.all(replies)) {
    expect([reply.statusCode, reply.json().code, reply.headers['retry-after']]).toEqual([
      503,
      'unavailable',
      '2',
    ]);
  }
  expect(await healthOf(portal)).toEqual([200, 503]);
}

/** Waits until a question is answered and the portal is ready. */
export const expectBack = (portal: TestApp, ask: () => Promise<LightMyRequestResponse>): Promise<void> =>
  vi.waitFor(
    async () => {
      expect([(await ask()).statusCode, await healthOf(portal)]).toEqual([200, [200, 200]]);
    },
    { timeout: 240_000, interval: 100 },
  );
