import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { supportStates } from '@atrium/contract/endpoints/adminSupport';
import { formatInstant } from '../../../lib/formatInstant.ts';
import { stateFilter } from '../list/filters.tsx';
import { TwoLines } from '../list/RoomTable.tsx';
import { defineRoom, numbered } from '../rooms/defineRoom.tsx';
import { RoomLink } from '../rooms/RoomLink.tsx';
import { RequestPage } from './RequestPage.tsx';
import { SupportStateBadge } from './SupportStateBadge.tsx';
import { words } from './supportWords.ts';

/** The support inbox: all requests, or one. */
export const SupportRoom = defineRoom({
  calls: adminEndpoints.support,
  words: {
    detail: 'What people have written to support, with or without an account.',
    table: 'Requests',
    noun: ['request', 'requests'],
    searchHint: 'Address, name or words',
    none: 'Nobody has written yet',
    noneDetail: 'Requests that are sent from the page Support appear here at once.',
  },
  filters: { state: stateFilter(supportStates, words.states) },
  columns: () => [
    {
      label: 'Subject',
      sort: 'subject',
      cell: ({ id, subject }) => (
        <RoomLink room="support" item={id}>
          {subject}
        </RoomLink>
      ),
    },
    {
      label: 'From',
      sort: 'email',
      cell: ({ email, account }) => (
        <TwoLines below={account === null ? words.anonymous : words.account(account)}>{email}</TwoLines>
      ),
    },
    { label: 'State', sort: 'state', cell: ({ state }) => <SupportStateBadge state={state} /> },
    { label: 'Sent', sort: 'sent', cell: ({ sentAt }) => formatInstant(sentAt) },
    { label: 'Answers', isNumber: true, cell: ({ answers }) => answers },
  ],
  page: numbered((id) => (
    <RequestPage requestId={id} back={<RoomLink room="support">{words.back}</RoomLink>} />
  )),
});
