import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { Search } from './icons.ts';

interface SearchBoxProps extends Pick<TextInputProps, 'flex' | 'maw' | 'placeholder'> {
  readonly label: string;
  /** The present search of the list. */
  readonly value: string;
  /** Gets the trimmed text, where it is another one. */
  readonly onSearch: (search: string) => void;
}

const pauseMs = 300;

interface TypedSearch {
  readonly value: string;
  readonly typed: string;
  /** Searches that were requested and are not the value yet, the newest last. */
  readonly sent: readonly string[];
}

/**
 * If the new value is one that was requested here, the typed text stays. Otherwise the address changed, as by the back
 * button.
 */
function heldAfter({ typed, sent }: TypedSearch, value: string): TypedSearch {
  const arrived = sent.indexOf(value);
  return arrived < 0 ? { value, typed: value, sent: [] } : { value, typed, sent: sent.slice(arrived + 1) };
}

/** Finds rows of a list by words, while one types and at once on Enter. */
export function SearchBox({ value, onSearch, flex = '0 1 24rem', ...input }: SearchBoxProps) {
  const [held, setHeld] = useState<TypedSearch>({ value, typed: value, sent: [] });
  if (held.value !== value) setHeld(heldAfter(held, value));
  const { typed, sent } = held;
  const setTyped = (text: string) => setHeld((now) => ({ ...now, typed: text }));
  const search = (text: string) => {
    const wanted = text.trim();
    if (wanted === (sent.at(-1) ?? value)) return;
    setHeld((now) => ({ ...now, sent: [...now.sent, wanted] }));
    onSearch(wanted);
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
