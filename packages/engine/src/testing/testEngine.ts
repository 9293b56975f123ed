import type { CohortPlan } from '../cohort/plan/cohortPlan.ts';
import { compileQuestion, type ReleaseQuestion } from '../question/releaseQuestion.ts';
import type { OpenRelease, TestRow } from './openRelease.ts';

/** What answers the questions of tests in place of statements. */
export interface TestEngine {
  ask(question: ReleaseQuestion, open: OpenRelease): Promise<readonly TestRow[]>;
  /** The ids of the subjects of a cohort. */
  findSubjects(plan: CohortPlan, open: OpenRelease): Promise<readonly string[]>;
}

let engine: TestEngine | null = null;

/** For the setup of tests that run once more on another engine than the database. */
export function setTestEngine(given: TestEngine): void {
  engine = given;
}

export const testEngine = (): TestEngine | null => engine;

/** The answer of the engine under test, which is the database where no other is set. */
export const ask = (open: OpenRelease, question: ReleaseQuestion): Promise<readonly TestRow[]> =>
  engine === null ? open.run(compileQuestion(question, open.release)) : engine.ask(question, open);
