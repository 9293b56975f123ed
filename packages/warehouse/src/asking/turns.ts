import { currentQuestion } from './question.ts';
import { fairSemaphores, type Permit } from './semaphore.ts';
import { letOthersPass } from './timeSlices.ts';

/**
 * Turns with something of which there is one: each caller who waits has one, then each has another (rule 8.32). Work
 * of the portal itself counts as that of one more caller.
 */
export function callersInTurn(): () => Promise<Permit> {
  const turns = fairSemaphores.create({ atOnce: 1 });
  return async () => {
    await letOthersPass();
    return turns.take({ asker: currentQuestion()?.caller, isPatient: true });
  };
}
