import { AsyncLocalStorage } from 'node:async_hooks';
import { type AsOf, type Assumed, type LastKnown, toAssumed } from './asOf.ts';

/** A request that is answered as if nothing had changed since the last one, until one statement has confirmed it. */
export interface Assumption {
  /** What was true when somebody asked last. */
  known: LastKnown | null;
  state: 'open' | 'asked' | 'confirmed' | 'over';
}

const assumptions = new AsyncLocalStorage<Assumption | undefined>();

/** What was assumed does not hold, or is not enough for an answer. */
export class Unsure extends Error {
  override readonly name = 'Unsure';
}

/**
 * Answers from memory, where one statement confirms what it is answered from, and otherwise anew. Until then an attempt
 * asks the state database and the research data nothing else, sends nothing, and its refusals count for nothing. An
 * error of the statement that should confirm it is final: nobody knows whether its line is there.
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

/** What a request may take for true: what was known before, or else what is true now, and then nothing is assumed. */
export async function assume(known: LastKnown | null, read: () => Promise<AsOf>): Promise<AsOf> {
  const assumption = currentAssumption();
  if (assumption === undefined) return read();
  if (known === null) assumption.state = 'confirmed';
  else assumption.known = known;
  return known ?? read();
}

/** Work for several requests, which rests on the assumption of none of them. */
export const forEverybody = <Result>(work: () => Result): Result => assumptions.run(undefined, work);

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
