import { unreachable } from '@atrium/contract/errors/unreachable';
import type { AggregationInput, TableOptions } from '@atrium/contract/wire/concept';
import { type ComboboxItem, Loader, MultiSelect, NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNouns } from '../../../api/collections.ts';
import { valueSearchOptions } from '../tableQueries.ts';
import { optionsWords } from '../tableWords.ts';
import { type Answer, stacked } from './columnForm.ts';

interface MethodSelectProps {
  readonly dataset: string;
  readonly options: TableOptions;
  readonly method: string;
  readonly error: string | undefined;
  readonly onMethod: (method: string) => void;
}

/** Chooses a method; the methods are grouped into rows, lists and single values. */
export function MethodSelect({ dataset, options, method, error, onMethod }: MethodSelectProps) {
  const { subject } = useNouns(dataset);
  const inGroup = (group: 'list' | 'aggregate') => ({
    group: optionsWords.groups[group],
    items: options.aggregationOptions
      .filter((option) => option.group === group)
      .map(({ id, label }) => ({ value: id, label })),
  });
  return (
    <NativeSelect
      label={optionsWords.method(subject)}
      data={[
        { group: optionsWords.groups.stacked, items: [{ value: stacked, label: optionsWords.stacked }] },
        inGroup('list'),
        inGroup('aggregate'),
      ]}
      value={method}
      error={error}
      onChange={(event) => onMethod(event.currentTarget.value)}
      data-autofocus
    />
  );
}

interface MethodInputProps {
  readonly dataset: string;
  readonly conceptId: string;
  readonly input: AggregationInput;
  readonly error: string | undefined;
  readonly answer: Answer;
  readonly onAnswer: (answer: Answer) => void;
}

const shownOptions = 200;
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The field for one input of a method. */
export function MethodInput({ dataset, conceptId, input, error, answer, onAnswer }: MethodInputProps) {
  const label = capitalised(input.label);
  const data = (input.options ?? []).map(([value, text]) => ({ value: String(value), label: text }));
  const chosen = typeof answer === 'string' ? [] : [...answer];
  switch (input.type) {
    case 'select':
      return (
        <NativeSelect
          label={label}
          data={data}
          error={error}
          value={typeof answer === 'string' ? answer : ''}
          onChange={(event) => onAnswer(event.currentTarget.value)}
        />
      );
    case 'multiselect':
      return <ListedValues label={label} error={error} data={data} chosen={chosen} onChosen={onAnswer} />;
    case 'ajax_multiselect':
      return (
        <ValueSearch
          dataset={dataset}
          conceptId={conceptId}
          label={label}
          error={error}
          chosen={chosen}
          onChosen={onAnswer}
        />
      );
    default:
      return unreachable(input.type);
  }
}

interface ListedValuesProps extends Pick<ValueSearchProps, 'label' | 'error' | 'chosen' | 'onChosen'> {
  readonly data: ComboboxItem[];
}

/** Chooses among values that are all here. */
function ListedValues({ label, error, data, chosen, onChosen }: ListedValuesProps) {
  const [text, setText] = useState('');
  return (
    <MultiSelect
      label={label}
      error={error}
      placeholder={optionsWords.choose}
      data={data}
      value={chosen}
      onChange={onChosen}
      limit={shownOptions}
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage={optionsWords.nothingFound(text)}
      searchable
      hidePickedOptions
    />
  );
}

interface ValueSearchProps {
  readonly dataset: string;
  readonly conceptId: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly chosen: string[];
  readonly onChosen: (values: string[]) => void;
}

const shortest = 2;
const typingPause = 300;

/** Chooses among values that are searched while the person types. */
function ValueSearch({ dataset, conceptId, label, error, chosen, onChosen }: ValueSearchProps) {
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text.trim(), typingPause);
  const isLongEnough = searched.length >= shortest;
  const values = useQuery({
    ...valueSearchOptions(dataset, conceptId, searched),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  });
  const found = isLongEnough ? (values.data ?? []) : [];
  const data = new Map(chosen.map((value) => [value, value]));
  for (const { id, text: words } of found) data.set(id, words);
  const isBusy = values.isFetching || searched !== text.trim();
  const isTooShort = text.trim().length < shortest;
  return (
    <MultiSelect
      label={label}
      error={error}
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
        isTooShort
          ? optionsWords.searchHint
          : isBusy
            ? optionsWords.searching
            : optionsWords.nothingFound(searched)
      }
    />
  );
}
