import type { Terminal } from '../cli/terminal.ts';

/** A terminal that keeps what was printed. */
export interface FakeTerminal extends Terminal {
  readonly printed: string[];
  readonly warned: string[];
  readonly steps: string[];
}

export function createFakeTerminal(): FakeTerminal {
  const printed: string[] = [];
  const warned: string[] = [];
  const steps: string[] = [];
  return {
    printed,
    warned,
    steps,
    output: (text) => void printed.push(text),
    print: (...lines) => void printed.push(...lines),
    warn: (...lines) => void warned.push(...lines),
    progress: ({ step }) => void steps.push(step),
  };
}
