import { setTestEngine } from '../../../engine/src/testing/testEngine.ts';
import { openedIndex } from './openedIndex.ts';

/** Setup of tests that ask the index alone: what it refuses fails. */
setTestEngine({
  ask: async (question, open) => (await openedIndex(open)).ask(question),
  findSubjects: async (plan, open) => {
    const [found, ...others] = (await openedIndex(open)).subjectsOf(plan);
    if (found === undefined || others.some((other) => other.join(' ') !== found.join(' ')))
      throw new Error(`The kernels find different subjects: ${JSON.stringify([found, ...others])}`);
    return found;
  },
});
