import { type SupportSummary, supportStates } from '@atrium/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatInstant } from '../../../lib/formatInstant.ts';
import { formatCount } from '../../../lib/formatNumber.ts';
import { type AddressProps, changed } from '../list/listAddress.ts';
import { RoomList } from '../list/RoomList.tsx';
import { type RoomColumn, TwoLines } from '../list/RoomTable.tsx';
import { StateFilter } from '../list/StateFilter.tsx';
import { type InboxAddress, inboxQuery, saveInbox } from './queries.ts';
import { SupportStateBadge } from './SupportStateBadge.tsx';
import { words } from './words.ts';

interface InboxProps extends AddressProps<InboxAddress> {
  readonly linkTo: (request: number, text: string) => ReactNode;
}

/** Requests for support. */
export function Inbox({ address, onAddress, linkTo }: InboxProps) {
  return (
    <RoomList
      label={words.table}
      noun={['request', 'requests']}
      found={useQuery(inboxQuery(address))}
      columns={columnsWith(linkTo)}
      keyOf={({ id }) => id}
      address={address}
      usualSort="-sent"
      onAddress={onAddress}
      searchHint={words.searchHint}
      isFiltered={address.state !== undefined}
      filters={
        <StateFilter
          label={words.state}
          states={supportStates}
          names={words.states}
          every={words.everyState}
          value={address.state}
          onChange={(state) => onAddress(changed(address, { state }), 'replace')}
        />
      }
      onSave={() => saveInbox(address)}
      empty={{ title: words.none, detail: words.noneDetail }}
    />
  );
}

const columnsWith = (linkTo: InboxProps['linkTo']): readonly RoomColumn<SupportSummary>[] => [
  { label: words.columns.subject, sort: 'subject', cell: ({ id, subject }) => linkTo(id, subject) },
  {
    label: words.columns.from,
    sort: 'email',
    cell: ({ email, account }) => (
      <TwoLines below={account === null ? words.anonymous : words.account(account)}>{email}</TwoLines>
    ),
  },
  { label: words.columns.state, sort: 'state', cell: ({ state }) => <SupportStateBadge state={state} /> },
  { label: words.columns.sent, sort: 'sent', cell: ({ sentAt }) => formatInstant(sentAt) },
  {
    label: words.columns.answers,
    isNumber: true,
    cell: ({ answers }) => formatCount(answers),
  },
];
