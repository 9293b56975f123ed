import { rankedByWords } from '@atrium/contract/search/wordSearch';
import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { collectionsOptions } from '../../../api/collections.ts';
import { LoadFailed } from '../LoadFailed.tsx';
import { ruleWords } from './eventRuleWords.ts';
import { eventSearchOptions, eventsIn, type FoundEvent } from './eventSearch.ts';

/** A criteria set that can be the other event. */
export interface EventChoice {
  readonly value: string;
  readonly label: string;
}

interface OtherEventSelectProps {
  readonly dataset: string;
  readonly sets: readonly EventChoice[];
  /** The chosen set, or the event that gets a set with the rule. */
  readonly value: string;
  readonly made: FoundEvent | undefined;
  readonly error: string | undefined;
  readonly onSet: (setId: string) => void;
  readonly onMake: (event: FoundEvent) => void;
}

const typingPause = 200;
const newEvent = 'new';

/** The other event of a rule: a set of the cohort, or a value that is searched for there and then. */
export function OtherEventSelect(props: OtherEventSelectProps) {
  const { dataset, sets, value, made, error, onSet, onMake } = props;
  const [text, setText] = useState('');
  const chosen = made?.label ?? sets.find((set) => set.value === value)?.label ?? '';
  const typed = text.trim() === chosen ? '' : text.trim();
  const [paused] = useDebouncedValue(typed, typingPause);
  const collections = useQuery(collectionsOptions(dataset));
  const search = useQuery({ ...eventSearchOptions(dataset, paused), enabled: paused !== '' });
  const dated = new Set(
    collections.data?.filter(({ hasEvent }) => hasEvent).map(({ collectionId }) => collectionId),
  );
  const found = typed === '' ? [] : eventsIn(search.data?.values ?? [], dated);
  const isBusy = typed !== '' && (search.isFetching || typed !== paused);
  const ofCohort = typed === '' ? sets : rankedByWords(sets, typed, ({ label }) => label);
  const choose = (next: string | null) => {
    const event = found.find(({ filter }) => filter === next);
    if (event !== undefined) onMake(event);
    else if (next !== null && next !== newEvent) onSet(next);
  };
  return (
    <>
      <Select
        flex="1 1 16rem"
        aria-label={ruleWords.target}
        placeholder={ruleWords.searchEvent}
        searchable
        allowDeselect={false}
        searchValue={text}
        onFocus={(event) => event.currentTarget.select()}
        onSearchChange={setText}
        filter={({ options }) => options}
        nothingFoundMessage={isBusy ? ruleWords.searching : ruleWords.noEvent(typed)}
        rightSection={isBusy ? <Loader size={16} /> : undefined}
        error={error}
        value={made !== undefined ? newEvent : value === '' ? null : value}
        onChange={choose}
        data={[
          ...group(ruleWords.ofCohort, ofCohort),
          ...group(ruleWords.ofData, [
            ...(made === undefined ? [] : [{ value: newEvent, label: made.label }]),
            ...found.map(({ filter, label }) => ({ value: filter, label })),
          ]),
        ]}
      />
      {search.isError && <LoadFailed error={search.error} retry={() => void search.refetch()} />}
    </>
  );
}

const group = (name: string, items: readonly EventChoice[]) =>
  items.length === 0 ? [] : [{ group: name, items: [...items] }];
