import { grantableRightNames } from '@atrium/contract/documents/grantableRights';
import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { AccountDetail, MembershipItem } from '@atrium/contract/endpoints/adminAccounts';
import { Badge, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { request } from '../../../api/client.ts';
import { rightWords } from '../../../api/memberRights.ts';
import { Section } from '../../../ui/Section.tsx';
import { StateMessage } from '../../../ui/StateMessage.tsx';
import { RoomDialog } from '../dialog/RoomDialog.tsx';
import { sentencesOf, useRoomAction } from '../dialog/useRoomAction.ts';
import { type RoomColumn, RoomTable } from '../list/RoomTable.tsx';
import { words } from './accountsWords.ts';
import { GrantDialog } from './GrantDialog.tsx';

type Open =
  | { readonly kind: 'grant'; readonly held?: MembershipItem }
  | { readonly kind: 'end'; readonly held: MembershipItem };

/** The memberships of an account, and what changes them. */
export function MembershipTable({ account }: { readonly account: AccountDetail }) {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const items = account.membershipItems;
  return (
    <Section
      title={words.memberships}
      actions={
        account.datasets.length > 0 && (
          <Button variant="default" onClick={() => setOpen({ kind: 'grant' })}>
            {words.grant}
          </Button>
        )
      }
    >
      {items.length === 0 ? (
        <StateMessage kind="empty" title={words.noMemberships} detail={words.noMembershipsDetail} />
      ) : (
        <RoomTable
          label={words.memberships}
          columns={membershipColumns}
          rows={items}
          keyOf={({ id }) => id}
          isStale={false}
          sort={undefined}
          onSort={() => {}}
          actions={(held) => (
            <Group gap="xs" justify="flex-end" wrap="nowrap">
              <Button
                size="compact-sm"
                variant="default"
                aria-label={words.changeOf(held.datasetName)}
                onClick={() => setOpen({ kind: 'grant', held })}
              >
                {words.change}
              </Button>
              {!held.hasEnded && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  aria-label={words.endOf(held.datasetName)}
                  onClick={() => setOpen({ kind: 'end', held })}
                >
                  {words.end}
                </Button>
              )}
            </Group>
          )}
        />
      )}
      {open?.kind === 'grant' && <GrantDialog account={account} held={open.held} onClose={close} />}
      {open?.kind === 'end' && <EndDialog account={account} held={open.held} onClose={close} />}
    </Section>
  );
}

/** The level of a membership, and each right that was taken away. */
export const levelAndLimits = (item: MembershipItem): string =>
  [
    words.shortLevels[item.level],
    ...grantableRightNames.filter((right) => !item[right]).map((right) => rightWords[right].without),
  ].join(', ');

/** What gave a membership: staff, visas, groups of a provider or the setting of the dataset. */
export const sourceOf = ({ sources }: MembershipItem): string =>
  sources.length === 0 ? words.byStaff : sources.map(words.bySource).join(', ');

export const membershipColumns: readonly RoomColumn<MembershipItem>[] = [
  {
    label: words.dataset,
    cell: ({ datasetName }) => (
      <Text span size="sm" fw={600}>
        {datasetName}
      </Text>
    ),
  },
  {
    label: words.level,
    cell: levelAndLimits,
  },
  { label: words.groups, cell: ({ groups }) => groups.join(', ') || '–' },
  { label: words.source, cell: sourceOf },
  { label: words.until, cell: (item) => <Ends item={item} /> },
];

/** Until when a membership lasts. */
export function Ends({ item: { until, hasEnded } }: { readonly item: MembershipItem }) {
  if (hasEnded)
    return (
      <Badge color="gray" variant="light" tt="none">
        {words.ended(until)}
      </Badge>
    );
  return until === null ? words.noEnd : words.untilDay(until);
}

interface EndDialogProps {
  readonly account: AccountDetail;
  readonly held: MembershipItem;
  readonly onClose: () => void;
}

function EndDialog({ account, held, onClose }: EndDialogProps) {
  const end = useRoomAction({
    act: () =>
      request(adminEndpoints.accounts.endMembership, {
        params: { accountId: account.id },
        body: { dataset: held.dataset },
      }),
    say: sentencesOf,
    onDone: onClose,
  });
  return (
    <RoomDialog
      title={words.endTitle}
      confirm={words.end}
      isDanger
      isBusy={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate(undefined)}
      onClose={onClose}
    >
      <Text>{words.endDetail(account.username, held.datasetName)}</Text>
    </RoomDialog>
  );
}
