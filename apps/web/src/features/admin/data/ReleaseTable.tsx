import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { DataDetail, DataRelease } from '@atrium/contract/wire/adminData';
import { Anchor, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { request } from '../../../api/client.ts';
import { failureOf } from '../../../api/failureOf.ts';
import { useDraft } from '../../../api/useDraft.ts';
import { formatInstant } from '../../../lib/formatInstant.ts';
import { formatCount } from '../../../lib/formatNumber.ts';
import { FailedAlert } from '../../../ui/FailedAlert.tsx';
import { Section } from '../../../ui/Section.tsx';
import { RoomDialog } from '../dialog/RoomDialog.tsx';
import { useRoomAction } from '../dialog/useRoomAction.ts';
import { RoomTable } from '../list/RoomTable.tsx';
import { isBeingMade } from './dataQueries.ts';
import { words } from './dataWords.ts';
import { EndangeredReports } from './EndangeredReports.tsx';
import { doiOf, mayRegister, RegisterDoiDialog } from './RegisterDoiDialog.tsx';
import { recordWords } from './recordWords.ts';
import { IndexCell, ReleaseBadge } from './StateBadges.tsx';
import { isConfirmed, WhoSeesWhat } from './WhoSeesWhat.tsx';

interface ReleaseTableProps {
  readonly detail: DataDetail;
  readonly linkToDictionary: (release: number, text: ReactNode) => ReactNode;
}

const fixed = new Set(['live', 'aggregates', 'reports', 'data']);
const mayDelete = ({ isKept, usedFor }: DataRelease): boolean =>
  isKept && usedFor.every((use) => !fixed.has(use));
const maySwitch = ({ isKept, state }: DataRelease): boolean =>
  isKept && (state === 'built' || state === 'retired');

const { doi } = recordWords;
const mayRebuild = ({ index }: DataRelease): boolean => index !== null && !isBeingMade(index);

/** The number of a release of the dataset; null where it is none. */
export const numberOf = ({ releases }: DataDetail, id: number | null): number | null =>
  releases.find(({ release }) => release === id)?.number ?? null;

/** The releases of a dataset, the newest first. */
export function ReleaseTable({ detail, linkToDictionary }: ReleaseTableProps) {
  const [open, setOpen] = useState<{ kind: 'switch' | 'open' | 'delete' | 'doi'; release: DataRelease }>();
  const close = () => setOpen(undefined);
  const { releases } = words;
  const { columns } = releases;
  return (
    <Section title={releases.title}>
      <RoomTable
        label={releases.title}
        columns={[
          {
            label: columns.release,
            cell: (one) => (
              <ReleaseName release={one} dataOf={numberOf(detail, one.dataOf)} doi={doiOf(detail, one)} />
            ),
          },
          { label: columns.state, cell: (one) => <ReleaseBadge state={one.state} isKept={one.isKept} /> },
          { label: columns.version, cell: ({ version }) => version ?? '–' },
          {
            label: columns.subjects,
            isNumber: true,
            cell: ({ subjects }) => (subjects === null ? '–' : formatCount(subjects)),
          },
          {
            label: columns.finished,
            cell: ({ finishedAt }) => (finishedAt === null ? '–' : formatInstant(finishedAt)),
          },
          {
            label: columns.uses,
            cell: ({ usedFor }) => usedFor.map((use) => releases.uses[use]).join(', ') || '–',
          },
          { label: columns.index, cell: ({ index }) => (index === null ? '–' : <IndexCell index={index} />) },
        ]}
        rows={detail.releases}
        keyOf={({ release }) => release}
        isStale={false}
        sort={undefined}
        onSort={() => {}}
        actions={(one) => (
          <Group gap="xs" justify="flex-end">
            {one.isKept && linkToDictionary(one.release, releases.dictionary)}
            {maySwitch(one) && (
              <Button
                size="compact-sm"
                variant={one.state === 'built' ? 'filled' : 'default'}
                aria-label={releases.switchOf(one.number)}
                onClick={() => setOpen({ kind: 'switch', release: one })}
              >
                {one.state === 'built' ? releases.switch : releases.goBack}
              </Button>
            )}
            {one.isKept && one.state === 'retired' && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={releases.openWholeOf(one.number)}
                onClick={() => setOpen({ kind: 'open', release: one })}
              >
                {releases.openWhole}
              </Button>
            )}
            {mayRegister(detail, one) && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={
                  doiOf(detail, one) === undefined ? doi.registerOf(one.number) : doi.updateOf(one.number)
                }
                onClick={() => setOpen({ kind: 'doi', release: one })}
              >
                {doiOf(detail, one) === undefined ? doi.register : doi.update}
              </Button>
            )}
            {mayRebuild(one) && <RebuildIndex dataset={detail.dataset} release={one} />}
            {mayDelete(one) && (
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                aria-label={releases.deleteOf(one.number)}
                onClick={() => setOpen({ kind: 'delete', release: one })}
              >
                {releases.delete}
              </Button>
            )}
          </Group>
        )}
      />
      {open?.kind === 'switch' && <SwitchDialog detail={detail} release={open.release} onClose={close} />}
      {open?.kind === 'open' && <OpenWholeDialog detail={detail} release={open.release} onClose={close} />}
      {open?.kind === 'doi' && <RegisterDoiDialog detail={detail} release={open.release} onClose={close} />}
      {open?.kind === 'delete' && <DeleteDialog detail={detail} release={open.release} onClose={close} />}
    </Section>
  );
}

interface ReleaseNameProps {
  readonly release: DataRelease;
  /** The number of the release whose data it shares. */
  readonly dataOf: number | null;
  readonly doi: string | undefined;
}

function ReleaseName({ release: { release, number, note }, dataOf, doi: name }: ReleaseNameProps) {
  return (
    <Stack gap={0}>
      {words.dataset.release(number)}
      {dataOf !== null && (
        <Text span size="xs" c="dimmed">
          {words.releases.sharing(dataOf)}
        </Text>
      )}
      <Text span size="xs" c="dimmed">
        {words.releases.name(release)}
      </Text>
      {name !== undefined && (
        <Anchor size="xs" href={`https://doi.org/${name}`}>
          {name}
        </Anchor>
      )}
      {note !== '' && (
        <Text span size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Stack>
  );
}

interface RebuildIndexProps {
  readonly dataset: string;
  readonly release: DataRelease;
}

function RebuildIndex({ dataset, release: { release, number } }: RebuildIndexProps) {
  const { releases } = words;
  const rebuild = useRoomAction({
    act: () => request(adminEndpoints.data.releases.rebuildIndex, { params: { dataset, release } }),
    say: () => releases.rebuildingIndex(number),
  });
  return (
    <>
      <FailedAlert {...failureOf(rebuild)} />
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={releases.rebuildIndexOf(number)}
        loading={rebuild.isPending}
        onClick={() => rebuild.mutate(undefined)}
      >
        {releases.rebuildIndex}
      </Button>
    </>
  );
}

interface ReleaseDialogProps {
  readonly detail: DataDetail;
  readonly release: DataRelease;
  readonly onClose: () => void;
}

/** First finds and shows what the switch would open and break. */
function SwitchDialog({ detail, release: { release, number }, onClose }: ReleaseDialogProps) {
  const params = { dataset: detail.dataset, release };
  const { releases } = words;
  const check = useQuery({
    queryKey: ['admin', 'data', 'check', params],
    queryFn: ({ signal }) => request(adminEndpoints.data.releases.check, { params, signal }),
    staleTime: 0,
  });
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
  const act = useRoomAction({
    act: () => request(adminEndpoints.data.releases.switch, { params, body: { confirm: [...confirmed] } }),
    say: ({ notes }) => notes.join(' '),
    onDone: onClose,
  });
  return (
    <RoomDialog
      title={releases.switchTitle(number)}
      confirm={releases.switch}
      size="lg"
      isReady={check.isSuccess && isConfirmed(check.data, confirmed)}
      isBusy={act.isPending}
      error={act.error}
      loads={check}
      onConfirm={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <Text>{detail.release === null ? releases.switchFirst : releases.switchDetail}</Text>
      <WhoSeesWhat found={check.data} confirmed={confirmed} onConfirm={setConfirmed} />
      <EndangeredReports found={check.data?.endangered} isPending={check.isPending} />
    </RoomDialog>
  );
}

function DeleteDialog({ detail: { dataset }, release: { release, number }, onClose }: ReleaseDialogProps) {
  const { releases } = words;
  const remove = useRoomAction({
    act: () => request(adminEndpoints.data.releases.remove, { params: { dataset, release } }),
    say: () => releases.deleted(number),
    onDone: onClose,
  });
  return (
    <RoomDialog
      title={releases.deleteTitle(number)}
      confirm={releases.delete}
      isDanger
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <Text>{releases.deleteDetail}</Text>
    </RoomDialog>
  );
}

const shortestReason = 10;
const reasonDraft = z.object({ reason: z.string() });

/** A steward gives a reason to see what is closed since. */
function OpenWholeDialog({ detail: { dataset }, release: { release, number }, onClose }: ReleaseDialogProps) {
  const { releases } = words;
  const draft = useDraft({
    schema: reasonDraft,
    about: ['open whole', dataset, release],
    start: { reason: '' },
  });
  const { reason } = draft.value;
  const act = useRoomAction({
    act: () =>
      request(adminEndpoints.data.releases.openWhole, { params: { dataset, release }, body: { reason } }),
    say: ({ until }) => releases.openedWhole(formatInstant(until)),
    onDone: () => {
      draft.clear();
      onClose();
    },
  });
  return (
    <RoomDialog
      title={releases.openWholeTitle(number)}
      confirm={releases.openWhole}
      isReady={reason.trim().length >= shortestReason}
      isBusy={act.isPending}
      error={act.error}
      draft={draft}
      onConfirm={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <Text>{releases.openWholeDetail}</Text>
      <Textarea
        label={releases.reason}
        autosize
        minRows={2}
        value={reason}
        onChange={({ currentTarget }) => draft.change({ reason: currentTarget.value })}
      />
    </RoomDialog>
  );
}
