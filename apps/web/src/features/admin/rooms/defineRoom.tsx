import type { Endpoint } from '@atrium/contract/endpoints/endpoint';
import type { ListCall, ListRequest } from '@atrium/contract/endpoints/staff';
import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, Fragment, type ReactNode, useState } from 'react';
import { z } from 'zod';
import { download, request } from '../../../api/client.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import type { RoomFilter } from '../list/filters.tsx';
import { changed, type ListAddress, listAddress, requestOf, roomOptions } from '../list/listAddress.ts';
import { RoomList } from '../list/RoomList.tsx';
import type { RoomColumn } from '../list/RoomTable.tsx';
import type { RoomProps } from './RoomFrame.tsx';
import { type Change, useRoomAddress } from './useRoomAddress.ts';

type Filters<List extends ListCall> = Omit<z.output<List['query']>, keyof ListRequest>;

/** What stands above or below a list, or beside its filters. */
export interface PartProps<Query = unknown> {
  readonly address: RoomAddress;
  readonly onAddress: Change<RoomAddress>;
  /** The query for the list that the address names. */
  readonly query: Query;
}

/** A button at the end of a row, and the dialog that it opens. */
interface RowAction<Row> {
  readonly label: string;
  /** Its name for who cannot see the row. */
  nameOf(row: Row): string;
  readonly isDanger?: boolean;
  Dialog(props: { readonly row: Row; readonly onClose: () => void }): ReactNode;
}

interface Rules<Row, Query, Reply> {
  readonly words: {
    readonly detail: string;
    /** The name of the table; absent: the title of the room. */
    readonly table?: string;
    /** One row and several: `account`, `accounts`. */
    readonly noun: readonly [one: string, many: string];
    /** What the search looks in: `Name or e-mail`. */
    readonly searchHint: string;
    /** Where there are no rows at all. */
    readonly none?: string;
    readonly noneDetail?: string;
  };
  /** Values of the address that are no filters of the call; the fields of the others stand behind theirs. */
  readonly own?: Readonly<Record<string, RoomFilter<string>>>;
  columns(query: Query): readonly RoomColumn<Row>[];
  readonly actions?: readonly RowAction<Row>[];
  /** The buttons of the header. */
  readonly Buttons?: ComponentType;
  /** What begins the first row, where there is none. */
  readonly Begin?: ComponentType;
  Beside?(props: PartProps<Query>): ReactNode;
  Above?(props: PartProps<Query>): ReactNode;
  Below?(props: { readonly reply: Reply }): ReactNode;
  /** The page of one item, by the last part of the path; undefined where that names none. */
  readonly page?: (item: string) => ReactNode | undefined;
}

/** A room that is a list: what it has, beside the calls that load and save it. */
export interface RoomRules<List extends ListCall>
  extends Rules<z.output<List['item']>, z.output<List['query']>, z.output<List['reply']>> {
  readonly calls: { readonly list: List; readonly exportCsv: Endpoint };
  /** Filters of the call that the address has. */
  readonly filters?: {
    readonly [Name in keyof Filters<List>]?: RoomFilter<NonNullable<Filters<List>[Name]>>;
  };
}

type RoomAddress = ListAddress & { readonly [name: string]: unknown };
interface NamedFilter extends RoomFilter<unknown> {
  readonly name: string;
}
type AnyRow = Readonly<Record<string, unknown>>;
interface AnyRules extends Rules<AnyRow, unknown, unknown> {
  readonly calls: { readonly list: ListCall; readonly exportCsv: Endpoint };
  readonly filters?: Readonly<Record<string, RoomFilter<unknown> | undefined>>;
}

const foundPage = z.looseObject({ count: z.int(), results: z.array(z.record(z.string(), z.unknown())) });

/** The one way in which lists are shown in staff rooms: search, filters, order, pages, CSV, and every state (rule 15.4). */
export function defineRoom<List extends ListCall>(rules: RoomRules<List>): ComponentType<RoomProps>;
export function defineRoom(rules: AnyRules): ComponentType<RoomProps> {
  const { calls, words, columns, actions, Buttons, Begin, Beside, Above, Below } = rules;
  const filters: readonly NamedFilter[] = Object.entries({ ...rules.own, ...rules.filters }).flatMap(
    ([name, filter]) => (filter === undefined ? [] : [{ name, ...filter }]),
  );
  const schema = z.object({
    ...listAddress,
    ...Object.fromEntries(filters.map((filter) => [filter.name, filter.schema])),
  });
  const queryOf = (address: RoomAddress) => ({
    ...requestOf(address, calls.list.sorts),
    ...queryOfFilters(filters, address),
  });
  const optionsFor = (query: object) =>
    roomOptions([calls.list.room, 'list', query], async (signal) =>
      foundPage.parse(await request(calls.list, { query, signal })),
    );

  function List({ title }: Pick<RoomProps, 'title'>) {
    const [address, onAddress] = useRoomAddress<RoomAddress>(schema);
    const query = queryOf(address);
    const found = useQuery(optionsFor(query));
    const [open, setOpen] = useState<Open>();
    const part = { address, onAddress, query };
    return (
      <Stack gap="lg">
        <PageHeader title={title} description={words.detail} {...(Buttons && { actions: <Buttons /> })} />
        {Above && <Above {...part} />}
        <Stack gap="md">
          <RoomList<AnyRow, RoomAddress>
            label={words.table ?? title}
            noun={words.noun}
            found={found}
            columns={columns(query)}
            keyOf={(row) => String(row[calls.list.key])}
            address={address}
            defaultSort={calls.list.defaultSort}
            onAddress={onAddress}
            searchHint={words.searchHint}
            isFiltered={isFiltered(filters, address)}
            filters={
              <>
                <FilterFields filters={filters} address={address} onAddress={onAddress} />
                {Beside && <Beside {...part} />}
              </>
            }
            onSave={() =>
              download(calls.exportCsv, { query: queryOf(address), filename: `${calls.list.room}.csv` })
            }
            {...(words.none !== undefined && {
              empty: { title: words.none, detail: words.noneDetail, ...(Begin && { action: <Begin /> }) },
            })}
            {...(actions && {
              actions: (row) => <RowButtons actions={actions} row={row} onOpen={setOpen} />,
            })}
          />
          {Below && found.data !== undefined && <Below reply={found.data} />}
        </Stack>
        {open && <open.action.Dialog row={open.row} onClose={() => setOpen(undefined)} />}
      </Stack>
    );
  }
  return function Room({ item, title }) {
    const opened = item === undefined ? undefined : rules.page?.(item);
    return opened === undefined ? <List title={title} /> : <Fragment key={item}>{opened}</Fragment>;
  };
}

/** The page of an item that a number names. */
export const numbered =
  (pageOf: (id: number) => ReactNode) =>
  (item: string): ReactNode | undefined =>
    Number.isInteger(Number(item)) ? pageOf(Number(item)) : undefined;

/** What the filters ask of the list. */
const queryOfFilters = (filters: readonly NamedFilter[], address: RoomAddress) =>
  Object.fromEntries(
    filters.flatMap(({ name, byDefault, query = (value: unknown) => ({ [name]: value }) }) => {
      const value = address[name] ?? byDefault?.();
      return value === undefined ? [] : Object.entries(query(value));
    }),
  );

const isFiltered = (filters: readonly NamedFilter[], address: RoomAddress): boolean =>
  filters.some(({ name, leavesRowsOut = true }) => leavesRowsOut && address[name] !== undefined);

interface FilterFieldsProps extends Pick<PartProps, 'address' | 'onAddress'> {
  readonly filters: readonly NamedFilter[];
}

function FilterFields({ filters, address, onAddress }: FilterFieldsProps) {
  const change = (to: Partial<RoomAddress>) => onAddress(changed(address, to), 'replace');
  return filters.map(
    ({ name, Field, byDefault }) =>
      Field && (
        <Field
          key={name}
          value={address[name] ?? byDefault?.()}
          onChange={(value) => change({ [name]: value })}
          change={change}
        />
      ),
  );
}

interface Open {
  readonly action: RowAction<AnyRow>;
  readonly row: AnyRow;
}

interface RowButtonsProps {
  readonly actions: readonly RowAction<AnyRow>[];
  readonly row: AnyRow;
  readonly onOpen: (open: Open) => void;
}

const RowButtons = ({ actions, row, onOpen }: RowButtonsProps) => (
  <Group gap="xs" justify="flex-end" wrap="nowrap">
    {actions.map((action) => (
      <Button
        key={action.label}
        size="compact-sm"
        {...(action.isDanger ? { variant: 'subtle', color: 'red' } : { variant: 'default' })}
        aria-label={action.nameOf(row)}
        onClick={() => onOpen({ action, row })}
      >
        {action.label}
      </Button>
    ))}
  </Group>
);
