import { Loader, MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { valueSearchOptions } from '../queries.ts';
import { optionsWords } from './words.ts';

interface ValueSearchProps {
  readonly dataset: string;
  readonly conceptId: string;
  readonly label: string;
  readonly chosen: string[];
  readonly onChosen: (values: string[]) => void;
}

const shortest = 2;
const typingPause = 300;

/** Chooses among values that are looked up while one types. */
export function ValueSearch({ dataset, conceptId, label, chosen, onChosen }: ValueSearchProps) {
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text.trim(), typingPause);
  const isLongEnough = settled.length >= shortest;
  const values = useQuery({
    ...valueSearchOptions(dataset, conceptId, settled),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  });
  const found = isLongEnough ? (values.data ?? []) : [];
  const data = new Map(chosen.map((value) => [value, value]));
  for (const { id, text: words } of found) data.set(id, words);
  const isBusy = values.isFetching || settled !== text.trim();
  const isTooShort = text.trim().length < shortest;
  return (
    <MultiSelect
      label={label}
      placeholder={optionsWords.searchHint}
      data={[...data].map(([value, words]) => ({ value, label: words }))}
      value={chosen}
      onChange={onChosen}
      searchable
      searchValue={text}
      onSearchChange={setText}
      hidePickedOptions
      filter={({ options }) => options}
      rightSection={
        isBusy && !isTooShort ? <Loader size={14} aria-label={optionsWords.searching} /> : undefined
      }
      nothingFoundMessage={
        isTooShort ? optionsWords.searchHint : isBusy ? optionsWords.searching : optionsWords.nothingFound
      }
    />
  );
}
