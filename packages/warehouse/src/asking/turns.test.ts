import { expect, it } from 'vitest';
import { answerQuestion } from './question.ts';
import { callersInTurn } from './turns.ts';

it('each caller who waits has a turn before another has its next one (rule 8.32)', async () => {
  const take = callersInTurn();
  const order: string[] = [];
  const wait = (caller: string) =>
    answerQuestion(caller, async () => {
      const turn = await take();
      order.push(caller);
      turn.end();
    });
  const first = await take();
  const all = ['greedy', 'greedy', 'greedy', 'modest'].map(wait);
  await Promise.resolve();
  first.end();
  await Promise.all(all);
  expect(order).toEqual(['greedy', 'modest', 'greedy', 'greedy']);
});
