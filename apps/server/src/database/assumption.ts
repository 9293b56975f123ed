import { AsyncLocalStorage } from 'node:async_hooks';
import { type AsOf, type Assumed, type LastKnown, toAssumed } from './asOf.ts';

/** A request that is answered as if nothing had changed since the last one, until one statement has confirmed it. */
export interface Assumption {
  /** The state at the last request for it. */
  known: LastKnown | null;
  state: 'open' | 'asked' | 'confirmed' | 'over';
}

const assumptions = new AsyncLocalStorage<Assumption | undefined>();

/** The assumption does not hold, or is not enough for an answer. */
export class Unsure extends Error {
  override readonly name = 'Unsure';
}

/**
 * Tries to answer from memory; one statement confirms what the answer is based on. Until then the attempt runs no other
 * statement and sends nothing, and if it ends, the answer is made again without memory. If the confirming statement
 * itself fails, the request fails: nobody knows whether its line was stored.
 */
export async function fromMemory<Answer>(answer: () => Promise<Answer>): Promise<Answer> {
  const assumption: Assumption = { known: null, state: 'open' };
  try {
    return await assumptions.run(assumption, answer);
  } catch (error) {
    if (assumption.state !== 'open') throw error;
    assumption.state = 'over';
  }
  return answer();
}

const isUnconfirmed = (assumption: Assumption | undefined): assumption is Assumption =>
  assumption !== undefined && assumption.state !== 'confirmed';

/** The assumption that the current work rests on; undefined where it rests on none, or on one that was confirmed. */
export function currentAssumption(): Assumption | undefined {
  const assumption = assumptions.getStore();
  return isUnconfirmed(assumption) ? assumption : undefined;
}

/** Ends an attempt that would go beyond memory before its assumption is confirmed. */
export function requireCertainty(): void {
  if (currentAssumption() !== undefined) throw new Unsure('Nothing has confirmed yet what is assumed.');
}

/** The last known state, which is then assumed; or, without one, the current state. */
export async function assume(known: LastKnown | null, read: () => Promise<AsOf>): Promise<AsOf> {
  const assumption = currentAssumption();
  if (assumption === undefined) return read();
  if (known === null) assumption.state = 'confirmed';
  else assumption.known = known;
  return known ?? read();
}

/** Work for several requests, which does not rest on the assumption of any of them. */
export const withoutAssumption: <Result>(work: () => Result) => Result = AsyncLocalStorage.snapshot();

/**
 * Confirms an assumption by a statement that does its work only where the assumption holds.
 * @param ask true where the statement has done its work
 */
export async function confirm(
  assumption: Assumption,
  ask: (assumed: Assumed) => Promise<boolean>,
): Promise<void> {
  const { known, state } = assumption;
  if (state !== 'open' || known === null) throw new Unsure('There is nothing to confirm.');
  assumption.state = 'asked';
  const holds = await ask(toAssumed(known));
  assumption.state = holds ? 'confirmed' : 'open';
  if (!holds) throw new Unsure('What was assumed does not hold.');
}
