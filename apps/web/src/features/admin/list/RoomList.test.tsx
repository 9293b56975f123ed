import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderParts } from '../../../testing/renderParts.tsx';
import type { ListAddress } from './listAddress.ts';
import { type FoundRows, RoomList, type RoomListProps } from './RoomList.tsx';

interface Animal {
  readonly id: number;
  readonly name: string;
  readonly legs: number;
}

interface Address extends ListAddress {
  readonly kind?: string | undefined;
}

const animals: readonly Animal[] = [
  { id: 1, name: 'Ant', legs: 6 },
  { id: 2, name: 'Bat', legs: 2 },
];
const loaded = (results: readonly Animal[], count = results.length): FoundRows<Animal> => ({
  data: { count, results },
  error: null,
  isPlaceholderData: false,
  refetch: vi.fn(),
});

interface Given extends Partial<RoomListProps<Animal, Address>> {
  readonly start?: Address;
}

/** A list whose address lives in the test; `addresses` gets each new one. */
function renderList({ start = {}, ...given }: Given = {}) {
  const addresses: (readonly [Address, string])[] = [];
  function Room() {
    const [address, setAddress] = useState(start);
    return (
      <RoomList
        label="Animals"
        noun={['animal', 'animals']}
        found={loaded(animals)}
        columns={[
          { label: 'Name', sort: 'name', cell: ({ name }) => name },
          { label: 'Legs', sort: 'legs', isNumber: true, cell: ({ legs }) => legs },
          { label: 'Wings', cell: () => 'none' },
        ]}
        keyOf={({ id }) => id}
        defaultSort="name"
        address={address}
        onAddress={(next, how) => {
          addresses.push([next, how]);
          setAddress(next);
        }}
        {...given}
      />
    );
  }
  return { ...renderParts(<Room />), addresses };
}

describe('a list of a staff room', () => {
  it('says how many rows there are, and names each row by its first cell', () => {
    renderList();
    expect(screen.getByText('2 animals')).toHaveAttribute('role', 'status');
    const row = screen.getByRole('row', { name: /Bat/ });
    expect(within(row).getByRole('rowheader')).toHaveTextContent('Bat');
  });

  it('is ordered by its headings, the other way round after a second click, from the first page', async () => {
    const { user, addresses } = renderList({ start: { page: 3, kind: 'wild' } });
    expect(screen.getByRole('columnheader', { name: /Name/ })).toHaveAttribute('aria-sort', 'ascending');
    await user.click(screen.getByRole('button', { name: 'Sort by Legs' }));
    await user.click(screen.getByRole('button', { name: 'Sort by Legs' }));
    expect(addresses).toEqual([
      [{ sort: 'legs', page: undefined, kind: 'wild' }, 'push'],
      [{ sort: '-legs', page: undefined, kind: 'wild' }, 'push'],
    ]);
    expect(screen.getByRole('columnheader', { name: /Legs/ })).toHaveAttribute('aria-sort', 'descending');
    expect(screen.queryByRole('button', { name: 'Sort by Wings' })).not.toBeInTheDocument();
  });

  it('searches on Enter from the first page, and replaces the address', async () => {
    const { user, addresses } = renderList({ start: { page: 2 } });
    await user.type(screen.getByRole('searchbox'), ' bat {Enter}');
    await waitFor(() => expect(addresses.at(-1)).toEqual([{ search: 'bat', page: undefined }, 'replace']));
  });

  it('leads from page to page', async () => {
    const { user, addresses } = renderList({ found: loaded(animals, 120) });
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    expect(addresses).toEqual([[{ page: 2 }, 'push']]);
    expect(screen.getByText('51–100 of 120')).toBeVisible();
  });

  it('without rows says why, and takes the filters away', async () => {
    const { user, addresses } = renderList({
      found: loaded([]),
      isFiltered: true,
      start: { search: 'cow', kind: 'wild' },
    });
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(addresses.at(-1)).toEqual([{ search: undefined, kind: undefined }, 'push']);
  });

  it('without any rows says what the room says, and past its end leads to the first page', async () => {
    const empty = { title: 'No animal yet' };
    const first = renderList({ found: loaded([]), empty });
    expect(screen.getByText('No animal yet')).toBeVisible();
    first.unmount();
    const { user, addresses } = renderList({ found: loaded([], 7), start: { page: 9 } });
    await user.click(screen.getByRole('button', { name: 'Go to the first page' }));
    expect(addresses.at(-1)).toEqual([{ page: undefined }, 'replace']);
  });

  it('shows a failure, and asks again', async () => {
    const refetch = vi.fn();
    const error = new Error('The database is away.');
    const { user } = renderList({ found: { ...loaded([]), data: undefined, error, refetch } });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledOnce();
  });

  it('is saved as a file, and a failure is shown', async () => {
    const onSave = vi.fn().mockRejectedValueOnce(new Error('No room.')).mockResolvedValueOnce(undefined);
    const { user } = renderList({ onSave });
    await user.click(screen.getByRole('button', { name: 'Save as CSV' }));
    expect(await screen.findByText('The file could not be saved')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save as CSV' }));
    expect(await screen.findByText('The file is saved')).toBeVisible();
  });
});
