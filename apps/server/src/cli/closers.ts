/** Closes what was opened, the last opened first. */
export interface Closers {
  add(close: () => Promise<void>): void;
  close(): Promise<void>;
}

export function createClosers(): Closers {
  const open: (() => Promise<void>)[] = [];
  return {
    add: (close) => void open.push(close),
    close: async () => {
      for (let close = open.pop(); close !== undefined; close = open.pop()) await close();
    },
  };
}
