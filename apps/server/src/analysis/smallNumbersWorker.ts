import { doTask, type SmallNumberResult, type SmallNumberTask } from './smallNumbers.ts';

/** What a thread of `smallNumbersInWorkers` does. */
export default function work(task: SmallNumberTask): SmallNumberResult {
  return doTask(task);
}
