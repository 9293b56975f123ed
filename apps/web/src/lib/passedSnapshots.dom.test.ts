import { beforeEach, expect, it } from 'vitest';
import { createPassedSnapshots } from './passedSnapshots.ts';

const place = (
  snapshotId: number,
  previousSnapshotId: number | null,
  nextSnapshotId: number | null = null,
) => ({
  snapshotId,
  previousSnapshotId,
  nextSnapshotId,
});
const fresh = () => createPassedSnapshots(window.sessionStorage, 'passed');

beforeEach(() => fresh().remember([place(11, 10), place(12, 11), place(13, 12)]));

it('undo and redo step over the edits of one gesture, also after a reload', () => {
  expect(fresh().neighboursOf(place(13, 12))).toEqual({ previous: 10, next: null });
  expect(fresh().neighboursOf(place(10, 9, 11))).toEqual({ previous: 9, next: 13 });
});

it('gestures that follow each other are steps of their own', () => {
  fresh().remember([place(14, 13), place(15, 14)]);
  expect(fresh().neighboursOf(place(15, 14))).toEqual({ previous: 13, next: null });
  expect(fresh().neighboursOf(place(13, 12, 14))).toEqual({ previous: 10, next: 15 });
});

it('a gesture of one edit needs no note, and who stands inside a gesture gets out of it', () => {
  fresh().remember([place(20, 13)]);
  expect(fresh().neighboursOf(place(20, 13))).toEqual({ previous: 13, next: null });
  expect(fresh().neighboursOf(place(12, 11, 13))).toEqual({ previous: 10, next: 13 });
});

it('a note that cannot be read, or kept, is none', () => {
  window.sessionStorage.setItem('passed', '{"11":"?"');
  expect(fresh().neighboursOf(place(13, 12))).toEqual({ previous: 12, next: null });
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  expect(() => createPassedSnapshots(full, 'passed').remember([place(1, null), place(2, 1)])).not.toThrow();
});
