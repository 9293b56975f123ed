import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { DataDetail } from '@atrium/contract/wire/adminData';
import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { request } from '../../../api/client.ts';
import { failureOf } from '../../../api/failureOf.ts';
import { formatCount } from '../../../lib/formatNumber.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { FailedAlert } from '../../../ui/FailedAlert.tsx';
import { TriangleAlert } from '../../../ui/icons.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Section } from '../../../ui/Section.tsx';
import { useRoomAction } from '../dialog/useRoomAction.ts';
import { ItemPage } from '../rooms/ItemPage.tsx';
import { AgreementDialog, RemoveDatasetDialog, SettingsDialog } from './DatasetDialogs.tsx';
import { dataDetailQuery } from './dataQueries.ts';
import { words } from './dataWords.ts';
import { LackingParts } from './LackingParts.tsx';
import { PublicRecordSection } from './PublicRecordSection.tsx';
import { numberOf, ReleaseTable } from './ReleaseTable.tsx';

interface DatasetPageProps {
  readonly dataset: string;
  readonly back: ReactNode;
  readonly linkToDictionary: (release: number, text: ReactNode) => ReactNode;
  readonly onRemoved: () => void;
}

/** One dataset: who sees which release, its settings, and what waits for a steward. */
export function DatasetPage(props: DatasetPageProps) {
  const found = useQuery(dataDetailQuery(props.dataset));
  return (
    <ItemPage found={found} failed={words.datasets.failed} back={props.back} skeletonHeights={[56, 120, 200]}>
      {(detail) => <Loaded {...props} detail={detail} />}
    </ItemPage>
  );
}

type OpenDialog = 'settings' | 'agreement' | 'remove';

function Loaded(props: DatasetPageProps & { readonly detail: DataDetail }) {
  const { detail, back, linkToDictionary, onRemoved } = props;
  const [open, setOpen] = useState<OpenDialog>();
  const close = () => setOpen(undefined);
  const { dataset } = words;
  return (
    <Stack gap="xl">
      <PageHeader
        eyebrow={back}
        title={detail.name}
        description={detail.description ?? undefined}
        actions={
          <>
            <Button variant="default" onClick={() => setOpen('settings')}>
              {dataset.editSettings}
            </Button>
            <Button variant="default" onClick={() => setOpen('agreement')}>
              {dataset.editAgreement}
            </Button>
            <Button variant="light" color="red" onClick={() => setOpen('remove')}>
              {dataset.remove}
            </Button>
          </>
        }
      />
      <WaitingSettings detail={detail} />
      <Paper withBorder p="md">
        <Facts facts={factsOf(detail)} />
      </Paper>
      <ReleaseTable detail={detail} linkToDictionary={linkToDictionary} />
      <LackingParts detail={detail} />
      <PublicRecordSection detail={detail} />
      <SettingsInForce detail={detail} />
      {open === 'settings' && <SettingsDialog detail={detail} onClose={close} />}
      {open === 'agreement' && <AgreementDialog detail={detail} onClose={close} />}
      {open === 'remove' && <RemoveDatasetDialog detail={detail} onClose={close} onRemoved={onRemoved} />}
    </Stack>
  );
}

function factsOf(detail: DataDetail): readonly (readonly [string, ReactNode])[] {
  const { facts, none, release, same, version } = words.dataset;
  const live = numberOf(detail, detail.release);
  const aggregateRelease = numberOf(detail, detail.aggregateRelease);
  return [
    [facts.id, detail.dataset],
    [facts.live, live === null ? words.datasets.notLive : release(live)],
    [
      facts.aggregates,
      aggregateRelease === null ? none : aggregateRelease === live ? same : release(aggregateRelease),
    ],
    [facts.members, formatCount(detail.members)],
    [facts.reports, formatCount(detail.reports)],
    [facts.agreement, detail.agreement === null ? none : version(detail.agreement.version)],
    [facts.keeps, <KeepsDictionary key="keeps" detail={detail} />],
  ];
}

function KeepsDictionary({ detail }: { readonly detail: DataDetail }) {
  const { dataset } = words;
  const change = useRoomAction({
    act: () =>
      request(adminEndpoints.data.datasets.keepDictionary, {
        params: { dataset: detail.dataset },
        body: { keep: !detail.keepsDictionary },
      }),
    say: () => dataset.keepsChanged,
  });
  return (
    <Group gap="xs">
      <FailedAlert {...failureOf(change)} />
      {detail.keepsDictionary ? dataset.keeps : dataset.keepsNot}
      <Button
        size="compact-sm"
        variant="default"
        loading={change.isPending}
        aria-label={`${dataset.changeKeeps}: ${dataset.facts.keeps}`}
        onClick={() => change.mutate(undefined)}
      >
        {dataset.changeKeeps}
      </Button>
    </Group>
  );
}

export const shownValue = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** The same for reading: lists and links in words. */
function readableValue(value: unknown): ReactNode {
  if (Array.isArray(value)) return value.map(shownValue).join(', ');
  if (typeof value !== 'object' || value === null) return shownValue(value);
  return Object.entries(value).map(([name, one]) => (
    <span key={name} style={{ display: 'block' }}>
      {name}: {shownValue(one)}
    </span>
  ));
}

function WaitingSettings({ detail }: { readonly detail: DataDetail }) {
  const { dataset } = words;
  const confirm = useRoomAction({
    act: (key: string) =>
      request(adminEndpoints.data.datasets.settings, {
        params: { dataset: detail.dataset },
        body: { confirm: [key] },
      }),
    say: (_, key) => dataset.confirmed(key),
  });
  if (detail.waiting.length === 0) return null;
  return (
    <Alert color="yellow" icon={<TriangleAlert size={18} aria-hidden />} title={dataset.waitsTitle}>
      <Stack gap="sm">
        <Text size="sm">{dataset.waitsDetail}</Text>
        {detail.waiting.map(({ key, proposed, inForce }) => (
          <Group key={key} justify="space-between" gap="sm">
            <Text size="sm">{dataset.proposes(key, shownValue(proposed), shownValue(inForce))}</Text>
            <Button
              size="compact-sm"
              aria-label={dataset.confirmOf(key)}
              loading={confirm.isPending}
              onClick={() => confirm.mutate(key)}
            >
              {dataset.confirm}
            </Button>
          </Group>
        ))}
        <FailedAlert {...failureOf(confirm)} />
      </Stack>
    </Alert>
  );
}

const labelOf = (key: string): string =>
  Object.entries(words.settings.labels).find(([known]) => known === key)?.[1] ?? key;

function SettingsInForce({ detail: { settings, chosen } }: { readonly detail: DataDetail }) {
  const { dataset } = words;
  const others = Object.entries(settings).filter(([key]) => key !== 'publicRecord');
  const facts = others.map(
    ([key, value]) =>
      [
        labelOf(key),
        <>
          {readableValue(value)}{' '}
          <Text span size="xs" c="dimmed">
            {key in chosen ? dataset.chosen : dataset.fromPackage}
          </Text>
        </>,
      ] as const,
  );
  return (
    <Section title={dataset.settings}>
      {facts.length === 0 ? (
        <Text c="dimmed">{dataset.noSettings}</Text>
      ) : (
        <Paper withBorder p="md">
          <Facts facts={facts} />
        </Paper>
      )}
    </Section>
  );
}
