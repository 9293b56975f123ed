import { transferEndpoints } from '@atrium/contract/endpoints/transfer';
import type { QueueSummary } from '@atrium/contract/wire/files';
import { manifestFormats, type TransferWays } from '@atrium/contract/wire/transfer';
import { Alert, Button, Group, Menu, Modal, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../../api/apiError.ts';
import { endpointUrl } from '../../api/client.ts';
import { formatBytes } from '../../lib/formatBytes.ts';
import { FailedAlert } from '../../ui/FailedAlert.tsx';
import { ChevronDown, CircleAlert, Download } from '../../ui/icons.ts';
import { waysOptions } from './filesQueries.ts';
import { manifestNames, words } from './filesWords.ts';
import { type Carriers, type StartOf, scriptAddress, useStart, type Way } from './useStart.ts';

export interface StartDownloadProps {
  readonly queue: QueueSummary;
  readonly of: Omit<StartOf, 'atATime'>;
  readonly carriers: Carriers;
}

/** From so many bytes on the person is asked once more. */
const largeBytes = 50e9;
const maxAtATime = 3;

/** Starts a download of the queue, by the way that suits this portal and this browser. */
export function StartDownload({ queue, of, carriers }: StartDownloadProps) {
  const ways = useQuery(waysOptions(of.dataset));
  const streams = ways.data?.streamsPerAccount ?? maxAtATime;
  const starter = useStart({ ...of, atATime: Math.min(maxAtATime, streams) }, carriers);
  const { outcome } = starter;
  const [chosen, setChosen] = useState<Way>();
  const [isAsking, setIsAsking] = useState(false);
  const offered = offeredWays(ways.data, carriers);
  const way = offered.find((one) => one === chosen) ?? offered[0];

  const start = (by: Way) => {
    setIsAsking(false);
    void starter.start(by);
  };
  return (
    <Stack gap="md">
      <WayChoice ways={ways.data} offered={offered} value={way} carriers={carriers} onChange={setChosen} />
      {ways.isError && <FailedAlert says={describeError(ways.error)} onRetry={() => void ways.refetch()} />}
      <Stack gap="xs">
        <Button
          leftSection={<Download size={16} aria-hidden />}
          disabled={way === undefined}
          loading={outcome.kind === 'busy'}
          onClick={() => {
            if (way === undefined) return;
            if (queue.totals.totalSize > largeBytes) setIsAsking(true);
            else start(way);
          }}
        >
          {words.start}
        </Button>
        <OtherWays of={of} ways={ways.data} queue={queue} save={starter.save} />
      </Stack>
      <Problem
        outcome={outcome}
        https={offered.find((one) => one !== 'aspera')}
        onHttps={(by) => {
          setChosen(by);
          void starter.start(by);
        }}
        onDismiss={starter.dismiss}
      />
      {isAsking && way !== undefined && (
        <LargeDialog queue={queue} onGo={() => start(way)} onClose={() => setIsAsking(false)} />
      )}
    </Stack>
  );
}

/** The ways that this portal has and this browser can use, the preferred one first. */
export function offeredWays(
  ways: TransferWays | undefined,
  { pickFolder }: Pick<Carriers, 'pickFolder'>,
): readonly Way[] {
  const isThere = (way: Way): boolean =>
    ways?.ways.some((one) => one.way === way && one.isAvailable) ?? false;
  const all: readonly Way[] = ['aspera', 'browser', 'https'];
  return all.filter((way) => isThere(way) && (way !== 'browser' || pickFolder !== undefined));
}

interface WayChoiceProps {
  readonly ways: TransferWays | undefined;
  readonly offered: readonly Way[];
  readonly value: Way | undefined;
  readonly carriers: Carriers;
  readonly onChange: (way: Way) => void;
}

function WayChoice({ ways, offered, value, carriers, onChange }: WayChoiceProps) {
  const missing = ways?.ways.find(({ way, isAvailable }) => way === 'aspera' && !isAvailable)?.reason ?? null;
  return (
    <Stack gap={6}>
      <Radio.Group
        label={words.by}
        value={value ?? null}
        onChange={(given) => {
          const way = offered.find((one) => one === given);
          if (way !== undefined) onChange(way);
        }}
      >
        <Stack gap="xs" mt={6}>
          {offered.map((way) => (
            <Radio key={way} value={way} label={words.ways[way]} description={words.wayDetails[way]} />
          ))}
        </Stack>
      </Radio.Group>
      {missing !== null && (
        <Text size="xs" c="dimmed">
          {missing}
        </Text>
      )}
      {ways !== undefined && carriers.pickFolder === undefined && (
        <Text size="xs" c="dimmed">
          {words.noFolder}
        </Text>
      )}
    </Stack>
  );
}

interface ProblemProps {
  readonly outcome: ReturnType<typeof useStart>['outcome'];
  /** The way by HTTPS that stands in for Aspera. */
  readonly https: Way | undefined;
  readonly onHttps: (way: Way) => void;
  readonly onDismiss: () => void;
}

/** Why a download did not start; where Aspera is the reason, HTTPS is offered. */
function Problem({ outcome, https, onHttps, onDismiss }: ProblemProps) {
  if (outcome.kind !== 'noSpecs' && outcome.kind !== 'asperaFailed' && outcome.kind !== 'failed') return null;
  const title = { noSpecs: words.noSpecs, asperaFailed: words.asperaFailed, failed: words.startFailed };
  return (
    // Over the page: in it, what is below would move long after the click.
    <Modal.Root opened onClose={onDismiss} yOffset="8dvh">
      <Modal.Overlay />
      <Modal.Content aria-label={title[outcome.kind]}>
        <Alert
          color="red"
          role="alert"
          icon={<CircleAlert size={18} aria-hidden />}
          title={title[outcome.kind]}
          withCloseButton
          closeButtonLabel={words.dismiss}
          onClose={onDismiss}
        >
          <Stack gap="xs" align="start">
            <Text size="sm">{outcome.kind === 'noSpecs' ? words.noSpecsDetail : outcome.reason}</Text>
            {outcome.kind !== 'failed' && https !== undefined && (
              <>
                <Text size="sm">{words.offerHttps}</Text>
                <Button size="compact-md" variant="default" onClick={() => onHttps(https)}>
                  {words.useHttps}
                </Button>
              </>
            )}
          </Stack>
        </Alert>
      </Modal.Content>
    </Modal.Root>
  );
}

interface OtherWaysProps extends Pick<StartDownloadProps, 'queue'> {
  readonly of: Pick<StartOf, 'dataset'>;
  readonly ways: TransferWays | undefined;
  readonly save: ReturnType<typeof useStart>['save'];
}

/** Scripts, manifests and the zip: files that the portal makes of the queue, which stays as it is. */
function OtherWays({ of: { dataset }, ways, queue: { totals }, save }: OtherWaysProps) {
  const hasAspera = ways?.ways.some(({ way, isAvailable }) => way === 'aspera' && isAvailable) ?? false;
  const most = ways?.zip ?? { files: 0, bytes: 0 };
  const isZippable = totals.files <= most.files && totals.totalSize <= most.bytes;
  const addressOf = (transferId: number) => ({ dataset, transferId });
  return (
    <Menu position="bottom-end" width={290} withinPortal>
      <Menu.Target>
        <Button variant="default" rightSection={<ChevronDown size={15} aria-hidden />}>
          {words.more}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{words.scripts}</Menu.Label>
        {hasAspera && (
          <Menu.Item component="a" href={scriptAddress(dataset, { kind: 'sh', way: 'aspera' })} download>
            {words.scriptAspera}
          </Menu.Item>
        )}
        <Menu.Item component="a" href={scriptAddress(dataset, { kind: 'sh', way: 'https' })} download>
          {words.scriptSh}
        </Menu.Item>
        <Menu.Item component="a" href={scriptAddress(dataset, { kind: 'ps1', way: 'https' })} download>
          {words.scriptPs}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          disabled={!isZippable}
          onClick={() => save('zip', (id) => endpointUrl(transferEndpoints.zip, { params: addressOf(id) }))}
        >
          {isZippable ? words.zip : words.zipTooLarge(most.files, formatBytes(most.bytes))}
        </Menu.Item>
        <Menu.Item
          onClick={() =>
            save('manifest', (id) => endpointUrl(transferEndpoints.samples, { params: addressOf(id) }))
          }
        >
          {words.samples}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{words.manifests}</Menu.Label>
        {manifestFormats.map((format) => (
          <Menu.Item
            key={format}
            onClick={() =>
              save('manifest', (id) =>
                endpointUrl(transferEndpoints.manifest, { params: addressOf(id), query: { format } }),
              )
            }
          >
            {manifestNames[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface LargeDialogProps extends Pick<StartDownloadProps, 'queue'> {
  readonly onGo: () => void;
  readonly onClose: () => void;
}

function LargeDialog({ queue: { totals }, onGo, onClose }: LargeDialogProps) {
  return (
    <Modal opened onClose={onClose} title={words.largeTitle(formatBytes(totals.totalSize))}>
      <Stack gap="md">
        <Text>{words.largeDetail(totals.files)}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            {words.cancel}
          </Button>
          <Button onClick={onGo}>{words.largeGo}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
