import { describe, expect, it } from 'vitest';
import {
  type ColumnPreferenceEvent,
  keepPreferences,
  loadPreferences,
  reducePreferences,
  usual,
} from './columnPreferences.ts';

const after = (...events: ColumnPreferenceEvent[]) => events.reduce(reducePreferences, usual);

describe('the preferences for columns', () => {
  it.each([
    { case: 'a dragged width is rounded', width: 140.4, is: 140 },
    { case: 'no column becomes too narrow for its buttons', width: 3, is: 80 },
    { case: 'no column becomes wider than a screen', width: 5000, is: 900 },
  ])('$case', ({ width, is }) => {
    expect(after({ kind: 'resized', entryId: 'a', width }).widths).toEqual({ a: is });
  });

  it('keep the widths of the other columns on the screen when the first one is resized', () => {
    const drawn = { a: 220, b: 220 };
    const widths = after(
      { kind: 'resized', entryId: 'a', width: 300, drawn },
      { kind: 'resized', entryId: 'b', width: 150, drawn: { a: 301, b: 220 } },
    );
    expect(widths.widths).toEqual({ a: 300, b: 150 });
  });

  it('reset one column to its usual width and leave the others', () => {
    const widths = after(
      { kind: 'resized', entryId: 'a', width: 200 },
      { kind: 'resized', entryId: 'b', width: 300 },
      { kind: 'defaultWidth', entryId: 'a' },
    );
    expect(widths.widths).toEqual({ b: 300 });
  });

  it('pin columns in the order of pinning, each once, and unpin them', () => {
    const pin = (entryId: string) => ({ kind: 'pinned', entryId }) as const;
    expect(after(pin('b'), pin('a'), pin('b')).pinned).toEqual(['b', 'a']);
    expect(after(pin('b'), pin('a'), { kind: 'unpinned', entryId: 'b' }).pinned).toEqual(['a']);
  });

  it('are stored per dataset, and invalid ones are ignored', () => {
    const held = after({ kind: 'pinned', entryId: 'a' });
    keepPreferences('one', held);
    window.localStorage.setItem('atrium.columns.three', '{"widths": 7}');
    expect([loadPreferences('one'), loadPreferences('two'), loadPreferences('three')]).toEqual([
      held,
      usual,
      usual,
    ]);
  });
});
