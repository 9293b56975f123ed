import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, type MockInstance, vi } from 'vitest';
import './browserParts.ts';
import { server } from './server.ts';

// Screens are fetched as chunks, also in tests; a busy machine takes its time over the first one.
configure({ asyncUtilTimeout: 40_000 });

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

let complaints: MockInstance<(...said: unknown[]) => void>;

beforeEach(() => {
  complaints = vi.spyOn(console, 'error');
});

afterEach(() => {
  cleanup();
  server.resetHandlers();
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  const said = complaints.mock.calls.map((call) => call.map(String).join(' '));
  vi.restoreAllMocks();
  expect(said, 'console.error was called').toEqual([]);
});
