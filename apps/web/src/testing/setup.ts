import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, type MockInstance, vi } from 'vitest';
import { server } from './server.ts';

// Screens load as chunks, also in tests, and the first one takes long on a busy machine.
configure({ asyncUtilTimeout: 40_000 });

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

const openRequests = new Set<Request>();
server.events.on('request:start', ({ request }) => openRequests.add(request));
server.events.on('request:end', ({ request }) => openRequests.delete(request));

/** Files share a worker: what one test asked for last must not arrive in the next one. */
async function untilNetworkIsIdle(): Promise<void> {
  for (let idleTurns = 0; idleTurns < 5; idleTurns += 1) {
    await new Promise((resolve) => setTimeout(resolve));
    if ([...openRequests].some(({ signal }) => !signal.aborted)) idleTurns = -1;
  }
  openRequests.clear();
}

let complaints: MockInstance<(...parts: unknown[]) => void>;

beforeEach(() => {
  complaints = vi.spyOn(console, 'error');
});

afterEach(async () => {
  cleanup();
  await untilNetworkIsIdle();
  server.resetHandlers();
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  const messages = complaints.mock.calls.map((call) => call.map(String).join(' '));
  vi.restoreAllMocks();
  expect(messages, 'console.error was called').toEqual([]);
});

// Parts of a browser that happy-dom lacks and the kit needs.
class StillObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

if (!('ResizeObserver' in window)) Object.assign(window, { ResizeObserver: StillObserver });
if (!Element.prototype.scrollIntoView) Element.prototype.scrollIntoView = () => {};
window.scrollTo = () => {};
if (!('fonts' in document)) Object.assign(document, { fonts: new EventTarget() });
