import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

/** What is written to `console.error` fails the test. */
let complaints: MockInstance<(...said: unknown[]) => void>;

beforeEach(() => {
  complaints = vi.spyOn(console, 'error');
});

afterEach(() => {
  const said = complaints.mock.calls.map((call) => call.map(String).join(' '));
  vi.restoreAllMocks();
  expect(said, 'console.error was called').toEqual([]);
});
