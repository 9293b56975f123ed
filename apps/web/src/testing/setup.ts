import '@testing-library/jest-dom/vitest';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, type MockInstance, vi } from 'vitest';
import { announce } from '../ui/announce.ts';
import { clearClients } from './clients.ts';
import './computedStyle.ts';
import './noOwnerStacks.ts';
import { server } from './server.ts';

/** An error that prints the document only where it is looked at: a query that waits makes one at each of its attempts. */
function errorOf(message: string | null, container: Element): Error {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  Object.defineProperty(error, 'message', { get: () => `${message}\n\n${prettyDOM(container)}` });
  return error;
}

// Screens load as chunks, also in tests, and the first one takes long on a busy machine.
configure({ asyncUtilTimeout: 30_000, getElementError: errorOf });

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

const openRequests = new Set<Request>();
server.events.on('request:start', ({ request }) => openRequests.add(request));
for (const event of ['request:end', 'request:unhandled'] as const)
  server.events.on(event, ({ request }) => openRequests.delete(request));

/** A test that failed may hold a reply for ever; no other has a request open for so long. */
const maxOpenMs = 30_000;

/** Test files share a worker: the last request of one test must not arrive in the next one. */
async function untilNetworkIsIdle(): Promise<void> {
  const end = performance.now() + maxOpenMs;
  for (let idleTurns = 0; idleTurns < 5 && performance.now() < end; idleTurns += 1) {
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
  // A test that failed may have left its clock behind, on which nothing below would end.
  vi.useRealTimers();
  cleanup();
  // Ends what would be asked again after a pause; what follows from a last reply may begin anew until all is idle.
  clearClients();
  await untilNetworkIsIdle();
  clearClients();
  server.resetHandlers();
  notifications.clean();
  // What was announced last stands at the end of every page.
  announce('');
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
