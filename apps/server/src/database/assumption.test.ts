import { describe, expect, it } from 'vitest';
import type { LastKnown } from './asOf.ts';
import {
  assume,
  confirm,
  currentAssumption,
  fromMemory,
  requireCertainty,
  withoutAssumption,
} from './assumption.ts';

const known: LastKnown = { epoch: '1/e', active: { accountId: 1, datasetId: 1, positions: new Map() } };
const newer = { epoch: '1/f', active: null };

/** Answers with the epoch that it rests on, after a statement that says whether it holds. */
function anAnswer(holds: boolean | Error) {
  const statements: string[] = [];
  const answer = async (): Promise<string> => {
    const { epoch } = await assume(known, async () => newer);
    const assumption = currentAssumption();
    statements.push(epoch);
    if (assumption !== undefined)
      await confirm(assumption, async () => {
        if (holds instanceof Error) throw holds;
        return holds;
      });
    requireCertainty();
    return epoch;
  };
  return { statements, answer };
}

describe('an answer from memory', () => {
  it('is begun anew where what it assumes does not hold', async () => {
    const { statements, answer } = anAnswer(false);
    expect(await fromMemory(answer)).toBe('1/f');
    expect(statements).toEqual(['1/e', '1/f']);
  });

  it('is given where it holds', async () => {
    const { statements, answer } = anAnswer(true);
    expect(await fromMemory(answer)).toBe('1/e');
    expect(statements).toEqual(['1/e']);
  });

  it('ends with the error of the statement that should confirm it, and is not tried again', async () => {
    const { statements, answer } = anAnswer(new Error('lost'));
    await expect(fromMemory(answer)).rejects.toThrow('lost');
    expect(statements).toEqual(['1/e']);
  });

  it('is not sent without confirmation, and neither is its refusal', async () => {
    const answers = await Promise.all(
      [true, false].map((isRefused) =>
        fromMemory(async () => {
          const { epoch } = await assume(known, async () => newer);
          if (isRefused && epoch === '1/e') throw new Error('refused');
          requireCertainty();
          return epoch;
        }),
      ),
    );
    expect(answers).toEqual(['1/f', '1/f']);
  });

  it('that failed after it was confirmed is not begun anew', async () => {
    const { statements, answer } = anAnswer(true);
    const failing = fromMemory(async () => {
      await answer();
      throw new Error('after');
    });
    await expect(failing).rejects.toThrow('after');
    expect(statements).toEqual(['1/e']);
  });

  it('may run any statement where nothing was remembered', async () => {
    const answer = fromMemory(async () => {
      const { epoch } = await assume(null, async () => newer);
      requireCertainty();
      return epoch;
    });
    expect(await answer).toBe('1/f');
  });

  it('does not delay work that others wait for too', async () => {
    const shared = fromMemory(async () => {
      await assume(known, async () => newer);
      return withoutAssumption(async () => {
        requireCertainty();
        return 'shared';
      });
    });
    expect(await shared).toBe('shared');
  });
});
