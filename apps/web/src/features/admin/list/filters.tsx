import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { datasetsQuery } from '../../../api/session.ts';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { listAddress } from './listAddress.ts';
import { words } from './listWords.ts';

interface FieldProps<Value> {
  readonly value: Value | undefined;
  onChange(value: Value | undefined): void;
  /** Changes other values of the address, too. */
  change(values: Readonly<Record<string, unknown>>): void;
}

/** A value of the address that limits a list. */
export interface RoomFilter<Value> {
  readonly schema: z.ZodType<Value | undefined>;
  /** Absent where links alone set it. */
  Field?(props: FieldProps<Value>): ReactNode;
  /** The value where the address has none. */
  readonly byDefault?: () => Value;
  /** What the list is asked for; absent: the value, by the name of the filter. */
  query?(value: Value): object;
  /** Whether a list without rows says that nothing matches; absent: yes. */
  readonly leavesRowsOut?: boolean;
}

const absent = <Value extends z.ZodType>(value: Value) => value.optional().catch(undefined);

/** Limits a list to one state; `names` has the name of each. */
export const stateFilter = <const State extends string>(
  states: readonly [State, ...State[]],
  names: Readonly<Record<State, string>>,
): RoomFilter<State> => ({
  schema: absent(z.enum(states)),
  Field: ({ value, onChange }) => (
    <NativeSelect
      label={words.state}
      value={value ?? ''}
      data={[
        { value: '', label: words.everyState },
        ...states.map((state) => ({ value: state, label: names[state] })),
      ]}
      onChange={({ currentTarget }) => onChange(states.find((state) => state === currentTarget.value))}
    />
  ),
});

/** Limits a list to one dataset, by its id in paths. */
export const datasetFilter: RoomFilter<string> = {
  schema: listAddress.search,
  Field: ({ value, onChange }) => {
    const found = (useQuery(datasetsQuery).data ?? []).map(({ uniqueId, name }) => ({
      value: uniqueId,
      label: name,
    }));
    const isUnknown = value !== undefined && found.every((one) => one.value !== value);
    return (
      <NativeSelect
        w="13.75rem"
        label={words.dataset}
        data={[
          { value: '', label: words.everyDataset },
          ...found,
          ...(isUnknown ? [{ value, label: value }] : []),
        ]}
        value={value ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      />
    );
  },
};

/** Limits a list to a person, by a part of a name or an e-mail address, instead of one account. */
export const personFilter: RoomFilter<string> = {
  schema: listAddress.search,
  Field: ({ value, change }) => (
    <SearchBox
      label={words.who}
      flex="0 1 14rem"
      placeholder={words.whoHint}
      value={value ?? ''}
      onSearch={(who) => change({ who: who || undefined, account: undefined })}
    />
  ),
};

/** Limits a list to one account, as links from elsewhere do. */
export const accountFilter: RoomFilter<number> = { schema: listAddress.page };

function spanOf(day: string) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return { since: new Date(year, month - 1, date), until: new Date(year, month - 1, date + 1) };
}

/** Limits a list to a day in the reader's time zone. */
export const dayFilter: RoomFilter<string> = {
  schema: absent(z.iso.date()),
  query: spanOf,
  Field: ({ value, onChange }) => (
    <TextInput
      type="date"
      label={words.day}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  ),
};

/** The month that is `back` months before that of an instant, by UTC. */
export const monthBefore = (instant: Date, back: number): string =>
  new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() - back, 1)).toISOString().slice(0, 7);

const month = /^\d{4}-(0[1-9]|1[0-2])$/;

/** One end of a span of months; where the address names none, so many months back. */
export const monthFilter = (label: string, back: number): RoomFilter<string> => ({
  schema: absent(z.string().regex(month)),
  byDefault: () => monthBefore(new Date(), back),
  Field: ({ value, onChange }) => (
    <TextInput
      type="month"
      label={label}
      w="10rem"
      value={value ?? ''}
      onChange={({ currentTarget: { value: typed } }) => onChange(month.test(typed) ? typed : undefined)}
    />
  ),
});
