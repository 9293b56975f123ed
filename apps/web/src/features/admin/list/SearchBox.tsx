import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { words } from './words.ts';

interface SearchBoxProps {
  readonly value: string;
  readonly placeholder?: string | undefined;
  readonly onSearch: (search: string) => void;
}

const pauseMs = 250;

/** Finds rows by words, while one types and on Enter. */
export function SearchBox({ value, placeholder, onSearch }: SearchBoxProps) {
  const [held, setHeld] = useState({ value, typed: value });
  // The address may change by the back button too; what is being typed stays otherwise.
  if (held.value !== value) setHeld({ value, typed: held.typed.trim() === value ? held.typed : value });
  const { typed } = held;
  const setTyped = (text: string) => setHeld({ value, typed: text });
  const search = (text: string) => {
    if (text.trim() !== value) onSearch(text.trim());
  };
  const searchSoon = useDebouncedCallback(search, pauseMs);
  const clear = () => {
    setTyped('');
    searchSoon.cancel();
    search('');
  };
  return (
    <TextInput
      type="search"
      label={words.search}
      placeholder={placeholder}
      flex="1 1 16rem"
      maw="24rem"
      maxLength={255}
      leftSection={<Search size={16} aria-hidden />}
      rightSection={typed !== '' && <CloseButton size="sm" aria-label={words.clearSearch} onClick={clear} />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        searchSoon(currentTarget.value);
      }}
      onKeyDown={({ key }) => {
        if (key !== 'Enter') return;
        searchSoon.cancel();
        search(typed);
      }}
    />
  );
}
