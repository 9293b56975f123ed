export interface Permission {
  /** Refuses where the caller may no longer have the rest. */
  readonly check: () => Promise<void>;
  readonly clock: () => Date;
}

/** So long at most goes on what was begun with a right that is gone. */
const checkedForMs = 1000;

/**
 * A file that is sent while its caller may have it: asked again before a part that is sent later than a second after
 * the last time (rule 8.6).
 */
export async function* whilePermitted<Chunk>(
  file: AsyncIterable<Chunk>,
  { check, clock }: Permission,
): AsyncGenerator<Chunk> {
  let last = clock().getTime();
  for await (const chunk of file) {
    const now = clock().getTime();
    // A clock that was set back would let everything pass until it has caught up.
    if (now < last || now - last >= checkedForMs) {
      await check();
      last = now;
    }
    yield chunk;
  }
}
