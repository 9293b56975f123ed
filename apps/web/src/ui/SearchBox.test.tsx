import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderParts } from '../testing/renderParts.tsx';
import { SearchBox } from './SearchBox.tsx';

/** A requested search takes effect when the test says so, as on a busy machine. */
let arrive: (search: string) => void;
const onSearch = vi.fn<(search: string) => void>();

function List() {
  const [search, setSearch] = useState('');
  arrive = (next) => act(() => setSearch(next));
  return <SearchBox label="Search files" value={search} onSearch={onSearch} />;
}

const box = () => screen.getByRole('searchbox', { name: 'Search files' });

describe('a search box', () => {
  beforeEach(() => onSearch.mockClear());

  it('keeps what was typed since it asked, however late the list follows', async () => {
    const { user } = renderParts(<List />);
    await user.type(box(), 'c{Enter}h{Enter}d');
    expect(onSearch.mock.calls).toEqual([['c'], ['ch']]);
    arrive('c');
    expect(box()).toHaveValue('chd');
    arrive('ch');
    expect(box()).toHaveValue('chd');
  });

  it('asks for what the list had before, where something else is on its way', async () => {
    const { user } = renderParts(<List />);
    await user.type(box(), 'c{Enter}{Backspace}{Enter}');
    expect(onSearch.mock.calls).toEqual([['c'], ['']]);
  });

  it('follows the address when that changes by itself, also to what was asked for before', async () => {
    const { user } = renderParts(<List />);
    await user.type(box(), 'chd{Enter}');
    arrive('chd');
    arrive('');
    expect(box()).toHaveValue('');
    arrive('chd');
    expect(box()).toHaveValue('chd');
  });
});
