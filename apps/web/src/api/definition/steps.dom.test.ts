import { beforeEach, expect, it } from 'vitest';
import { createSteps } from './steps.ts';

const snapshot = (
  snapshotId: number,
  previousSnapshotId: number | null,
  nextSnapshotId: number | null = null,
) => ({
  snapshotId,
  previousSnapshotId,
  nextSnapshotId,
});
const afterReload = () => createSteps(window.sessionStorage, 'steps');

beforeEach(() => afterReload().remember([snapshot(11, 10), snapshot(12, 11), snapshot(13, 12)]));

it('undo and redo take the edits of one batch as one step, also after a reload', () => {
  expect(afterReload().neighboursOf(snapshot(13, 12))).toEqual({ previous: 10, next: null });
  expect(afterReload().neighboursOf(snapshot(10, 9, 11))).toEqual({ previous: 9, next: 13 });
});

it('batches that follow each other are steps of their own', () => {
  afterReload().remember([snapshot(14, 13), snapshot(15, 14)]);
  expect(afterReload().neighboursOf(snapshot(15, 14))).toEqual({ previous: 13, next: null });
  expect(afterReload().neighboursOf(snapshot(13, 12, 14))).toEqual({ previous: 10, next: 15 });
});

it('a batch of one edit needs no note, and undo from inside a batch leads out of it', () => {
  afterReload().remember([snapshot(20, 13)]);
  expect(afterReload().neighboursOf(snapshot(20, 13))).toEqual({ previous: 13, next: null });
  expect(afterReload().neighboursOf(snapshot(12, 11, 13))).toEqual({ previous: 10, next: 13 });
});

it('a note that cannot be parsed, or stored, is ignored', () => {
  window.sessionStorage.setItem('steps', '{"11":"?"');
  expect(afterReload().neighboursOf(snapshot(13, 12))).toEqual({ previous: 12, next: null });
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  expect(() => createSteps(full, 'steps').remember([snapshot(1, null), snapshot(2, 1)])).not.toThrow();
});
