import { createMemory } from '@atrium/warehouse';

/** Addresses of other servers that were handed out a short time ago, so that a file read in ranges counts once. */
export interface Addresses {
  find(key: string): string | undefined;
  keep(key: string, url: string): void;
}

/** An address opens its file for `presignedSeconds` of the storage; it is given again while a minute of them is left. */
const keptMs = 240_000;

export function createAddresses(clock: () => Date): Addresses {
  const given = createMemory<{ readonly url: string; readonly until: number }>({
    name: 'addresses',
    max: 5000,
  });
  return {
    find: (key) => {
      const held = given.get(key);
      const left = held === undefined ? 0 : held.until - clock().getTime();
      return left > 0 && left <= keptMs ? held?.url : undefined;
    },
    keep: (key, url) => given.keep(key, { url, until: clock().getTime() + keptMs }),
  };
}
