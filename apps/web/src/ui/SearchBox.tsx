import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useState } from 'react';

interface SearchBoxProps extends Pick<TextInputProps, 'flex' | 'maw' | 'placeholder'> {
  readonly label: string;
  /** What the list is searched for now. */
  readonly value: string;
  /** Gets the trimmed text, where it is another one. */
  readonly onSearch: (search: string) => void;
}

const pauseMs = 300;

/** Finds rows of a list by words, while one types and at once on Enter. */
export function SearchBox({ value, onSearch, flex = '0 1 24rem', ...input }: SearchBoxProps) {
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
      {...input}
      type="search"
      flex={flex}
      maxLength={255}
      leftSection={<Search size={16} aria-hidden />}
      rightSection={typed !== '' && <CloseButton size="md" aria-label="Clear the search" onClick={clear} />}
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
