import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { membershipStates } from '@atrium/contract/endpoints/adminAccounts';
import { datasetFilter, stateFilter } from '../list/filters.tsx';
import { TwoLines } from '../list/RoomTable.tsx';
import { defineRoom } from '../rooms/defineRoom.tsx';
import { RoomLink } from '../rooms/RoomLink.tsx';
import { words } from './accountsWords.ts';
import { Ends, levelAndLimits, sourceOf } from './MembershipTable.tsx';

/** The memberships of all accounts; each is changed on the page of its account. */
export const MembershipsRoom = defineRoom({
  calls: adminEndpoints.memberships,
  words: {
    detail: 'Who may see what of which dataset, and until when.',
    noun: ['membership', 'memberships'],
    searchHint: 'Name or e-mail',
  },
  filters: {
    dataset: datasetFilter,
    state: stateFilter(membershipStates, { current: 'Current', ended: 'Ended' }),
  },
  columns: () => [
    {
      label: 'Account',
      sort: 'username',
      cell: ({ accountId, username, fullName }) => (
        <TwoLines below={fullName}>
          <RoomLink room="accounts" item={accountId}>
            {username}
          </RoomLink>
        </TwoLines>
      ),
    },
    { label: words.dataset, sort: 'dataset', cell: ({ datasetName }) => datasetName },
    { label: words.level, sort: 'level', cell: levelAndLimits },
    { label: words.groups, cell: ({ groups }) => groups.join(', ') || null },
    { label: words.source, cell: sourceOf },
    { label: words.until, sort: 'until', cell: (item) => <Ends item={item} /> },
  ],
});
