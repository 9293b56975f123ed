import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

/** What is written to `console.error` fails the test. */
let complaints: MockInstance<(...printed: unknown[]) => void>;

beforeEach(() => {
  complaints = vi.spyOn(console, 'error');
});

afterEach(() => {
  const printed = complaints.mock.calls.map((call) => call.map(String).join(' '));
  vi.restoreAllMocks();
  expect(printed, 'console.error was called').toEqual([]);
});
