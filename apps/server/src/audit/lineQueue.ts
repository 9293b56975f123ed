import type { Line } from './appendLines.ts';

/** The lines that wait to be appended. */
export interface LineQueue {
  /** Resolves after the commit of the line. */
  append(line: Line): Promise<void>;
}

interface Waiting {
  readonly line: Line;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const maxLines = 100;
/** In characters of the definitions that a group names. */
const maxContent = 2 * 1024 * 1024;

/**
 * Appends one group of lines after the other; lines that arrive while a group is being appended are in the next. A
 * group that was refused is tried line by line, so that one bad line spoils no other, but only where the database
 * itself says that it has undone the statement: after a lost connection nobody knows, and no line may be there twice.
 * Then those who wait are refused as well, since they have waited for a database that does not answer.
 */
export function createLineQueue(appendAll: (lines: readonly Line[]) => Promise<void>): LineQueue {
  const waiting: Waiting[] = [];
  let isAppending = false;

  const appendGroup = async (group: readonly Waiting[]): Promise<void> => {
    try {
      await appendAll(group.map(({ line }) => line));
    } catch (error) {
      if (group.length > 1 && isUndone(error)) return appendEach(group);
      const refused = isUndone(error) ? group : [...group, ...waiting.splice(0)];
      for (const { reject } of refused) reject(error);
      return;
    }
    for (const { resolve } of group) resolve();
  };
  const appendEach = async (group: readonly Waiting[]): Promise<void> => {
    for (const one of group) await appendGroup([one]);
  };
  const appendOn = async (): Promise<void> => {
    isAppending = true;
    while (waiting.length > 0) await appendGroup(takeGroup(waiting));
    isAppending = false;
  };
  return {
    append: (line) =>
      new Promise((resolve, reject) => {
        waiting.push({ line, resolve, reject });
        if (!isAppending) void appendOn();
      }),
  };
}

function takeGroup(waiting: Waiting[]): readonly Waiting[] {
  let content = 0;
  const tooMuch = waiting.findIndex(({ line }, index) => {
    content += line.stored.reduce((sum, one) => sum + one.content.length, 0);
    return index === maxLines || (index > 0 && content > maxContent);
  });
  return waiting.splice(0, tooMuch === -1 ? waiting.length : tooMuch);
}

/** A statement outside of a transaction that PostgreSQL answers with an error has changed nothing. */
const isUndone = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && error.severity === 'ERROR' && 'code' in error;
