import { doTask, type SmallNumberResult, type SmallNumberTask } from './smallNumbers.ts';

/** The code of a thread of `smallNumbersInWorkers`. */
export default function work(task: SmallNumberTask): SmallNumberResult {
  return doTask(task);
}
