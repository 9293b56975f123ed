import { compileQuestion, type ReleaseQuestion } from '@atrium/engine';
import { setTestEngine } from '../../../engine/src/testing/testEngine.ts';
import { openedIndex } from './openedIndex.ts';

/** Some tables have lines that no index holds: see `tablesInIndex.sql.test.ts`. */
const mayBeRefused: readonly ReleaseQuestion['kind'][] = ['recordCount', 'page'];

/** Setup of tests that ask the index alone: what it refuses fails. */
setTestEngine({
  ask: async (question, open) => {
    const rows = await (await openedIndex(open)).ask(question);
    if (rows !== null) return rows;
    if (!mayBeRefused.includes(question.kind))
      throw new Error(`The index does not answer this ${question.kind}.`);
    return await open.run(compileQuestion(question, open.release));
  },
  findSubjects: async (plan, open) => {
    const [found, ...others] = (await openedIndex(open)).subjectsOf(plan);
    if (found === undefined || others.some((other) => other.join(' ') !== found.join(' ')))
      throw new Error(`The kernels find different subjects: ${JSON.stringify([found, ...others])}`);
    return found;
  },
});
