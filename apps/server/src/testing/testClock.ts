export interface TestClock {
  readonly now: () => Date;
  advance(minutes: number): void;
}

/** A clock that moves only when a test moves it. */
export function createTestClock(start = '2026-05-04T09:30:00Z'): TestClock {
  let instant = new Date(start);
  return {
    now: () => instant,
    advance: (minutes) => {
      instant = new Date(instant.getTime() + minutes * 60_000);
    },
  };
}
