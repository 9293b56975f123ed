import { everyRight } from '@atrium/contract/documents/grantableRights';
import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { type AccessLevel, accessLevels } from '@atrium/contract/wire/access';
import type { DataDetail, ImportDetail } from '@atrium/contract/wire/adminData';
import { Button, Group, NativeSelect, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { describeError } from '../../../../api/apiError.ts';
import { request } from '../../../../api/client.ts';
import { failureOf } from '../../../../api/failureOf.ts';
import { currentUserQuery, datasetsQuery } from '../../../../api/session.ts';
import { FailedAlert } from '../../../../ui/FailedAlert.tsx';
import { accountQuery } from '../../accounts/accountsQueries.ts';
import { sentencesOf, useRoomAction } from '../../dialog/useRoomAction.ts';
import { dataDetailQuery } from '../dataQueries.ts';
import { EndangeredReports } from '../EndangeredReports.tsx';
import { isConfirmed, WhoSeesWhat } from '../WhoSeesWhat.tsx';
import { deskWords as words } from './deskWords.ts';

export interface DeskLinks {
  readonly linkTo: (
    room: 'datasets' | 'dictionary' | 'imports' | 'memberships',
    item: string | undefined,
    text: ReactNode,
  ) => ReactNode;
  /** A link to the dataset itself, for a member. */
  readonly linkToDataset: (dataset: string, text: ReactNode) => ReactNode;
}

type LivePartProps = DeskLinks & { readonly detail: ImportDetail };

/** What comes after loading: the switch where the release waits, and who may see it. */
export function LivePart({ detail, ...links }: LivePartProps) {
  const { dataset, release } = detail;
  const found = useQuery({ ...dataDetailQuery(dataset ?? ''), enabled: dataset !== null });
  if (found.isError)
    return <FailedAlert says={describeError(found.error)} onRetry={() => void found.refetch()} />;
  if (found.data === undefined || release === null) return <Skeleton h={80} />;
  const isLive = found.data.release === release;
  return (
    <Stack gap="lg">
      <Text role="status">{isLive ? words.live.live : words.live.waits}</Text>
      {!isLive && <Switch data={found.data} release={release} />}
      <Group gap="md">
        {links.linkTo('datasets', found.data.dataset, words.load.openDataset)}
        {links.linkTo('dictionary', `${found.data.dataset}.${release}`, words.load.openDictionary)}
      </Group>
      {isLive && <Joining dataset={found.data.dataset} {...links} />}
    </Stack>
  );
}

interface SwitchProps {
  readonly data: DataDetail;
  readonly release: number;
}

/** What the release opens is confirmed one by one before it is live (rules 1.30 and 10.28). */
function Switch({ data: { dataset }, release }: SwitchProps) {
  const params = { dataset, release };
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
  const check = useQuery({
    queryKey: ['admin', 'data', 'check', params],
    queryFn: ({ signal }) => request(adminEndpoints.data.releases.check, { params, signal }),
    staleTime: 0,
  });
  const act = useRoomAction({
    act: () => request(adminEndpoints.data.releases.switch, { params, body: { confirm: [...confirmed] } }),
    say: ({ notes }) => notes.join(' '),
  });
  const isReady = check.isSuccess && isConfirmed(check.data, confirmed);
  return (
    <Stack gap="sm" align="start">
      <WhoSeesWhat found={check.data} confirmed={confirmed} onConfirm={setConfirmed} />
      <EndangeredReports found={check.data?.endangered} isPending={check.isPending} />
      {check.isError && (
        <FailedAlert says={describeError(check.error)} onRetry={() => void check.refetch()} />
      )}
      <FailedAlert {...failureOf(act)} />
      <Button disabled={!isReady} loading={act.isPending} onClick={() => act.mutate(undefined)}>
        {words.live.switch}
      </Button>
    </Stack>
  );
}

/** A dataset that nobody may see is of no use: the person may become a member at once. */
function Joining({ dataset, linkTo, linkToDataset }: DeskLinks & { readonly dataset: string }) {
  const { live } = words;
  const user = useQuery({ ...currentUserQuery, enabled: false }).data?.user;
  const accountId = user?.id;
  const account = useQuery({ ...accountQuery(accountId ?? 0), enabled: accountId !== undefined });
  const own = account.data?.membershipItems.find((one) => one.dataset === dataset && !one.hasEnded);
  return (
    <Stack gap="sm" component="section" aria-label={live.title}>
      <Title order={3} size="h4">
        {live.title}
      </Title>
      <Text size="sm" c="dimmed">
        {live.detail}
      </Text>
      {account.isError && (
        <FailedAlert says={describeError(account.error)} onRetry={() => void account.refetch()} />
      )}
      {account.isPending && <Skeleton h={36} />}
      {account.data !== undefined && own === undefined && (
        <Join accountId={account.data.id} dataset={dataset} />
      )}
      {own !== undefined && (
        <Group gap="md">
          <Text size="sm" role="status">
            {live.joined(own.level)}
          </Text>
          {linkToDataset(dataset, live.open)}
        </Group>
      )}
      {linkTo('memberships', undefined, live.members)}
    </Stack>
  );
}

function Join({ accountId, dataset }: { readonly accountId: number; readonly dataset: string }) {
  const { live } = words;
  const [level, setLevel] = useState<AccessLevel>('deid');
  const client = useQueryClient();
  const grant = useRoomAction({
    act: () =>
      request(adminEndpoints.accounts.grant, {
        params: { accountId },
        body: { dataset, level, ...everyRight, groups: [], until: 'never' },
      }),
    say: sentencesOf,
    onDone: () => void client.invalidateQueries({ queryKey: datasetsQuery.queryKey }),
  });
  return (
    <Stack gap="sm" align="start">
      <Group gap="sm" align="end">
        <NativeSelect
          label={live.level}
          value={level}
          data={accessLevels.map((one) => ({ value: one, label: live.levels[one] }))}
          onChange={({ currentTarget: { value } }) =>
            setLevel(accessLevels.find((one) => one === value) ?? level)
          }
        />
        <Button loading={grant.isPending} onClick={() => grant.mutate(undefined)}>
          {live.join}
        </Button>
      </Group>
      <FailedAlert {...failureOf(grant)} />
    </Stack>
  );
}
