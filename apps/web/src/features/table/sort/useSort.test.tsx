import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aColumn, anExtendedTable, aTable, aTableEdit } from '../../../testing/tables.ts';
import { useSort } from './useSort.ts';

const ordered = (...keys: readonly (readonly [string, 1 | -1])[]) =>
  anExtendedTable({
    fields: ['a', 'b'].map((entryId) => aColumn({ entryId })),
    sort: keys.map(([entryId, direction]) => ({ entryId, direction, label: entryId })),
  });

const initially: string | undefined = undefined;

/** A screen whose address follows late: a test shows the addresses that were asked for when it likes. */
function aScreen() {
  const requests: (string | undefined)[] = [];
  const edit = vi.fn(async () => aTableEdit(aTable(ordered(['a', -1]))));
  const { result, rerender } = renderHook(
    ({ table, address }: { table: ReturnType<typeof ordered>; address: string | undefined }) =>
      useSort({ table, edit, address, onAddress: (sort) => void requests.push(sort) }),
    { initialProps: { table: ordered(), address: initially } },
  );
  return { result, rerender, edit, requests };
}

it('an address that the screen reaches after its table is no edit', async () => {
  const { result, rerender, edit, requests } = aScreen();
  await act(async () => result.current.sortBy('a', 'first'));
  expect(requests).toEqual(['a', '-a']);
  const table = ordered(['a', -1]);
  for (const address of [undefined, 'a', '-a']) rerender({ table, address });
  expect(edit).toHaveBeenCalledTimes(1);
});

it('an address that is reached by the back button is one edit', async () => {
  const { result, rerender, edit } = aScreen();
  await act(async () => result.current.sortBy('a', 'first'));
  const table = ordered(['a', -1]);
  rerender({ table, address: '-a' });
  await act(async () => rerender({ table, address: 'a' }));
  expect(edit).toHaveBeenCalledTimes(2);
});
