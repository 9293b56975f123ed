import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, type MockInstance, vi } from 'vitest';
import { server } from './server.ts';

// Screens load as chunks, also in tests, and the first one takes long on a busy machine.
configure({ asyncUtilTimeout: 40_000 });

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

let complaints: MockInstance<(...parts: unknown[]) => void>;

beforeEach(() => {
  complaints = vi.spyOn(console, 'error');
});

afterEach(() => {
  cleanup();
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
