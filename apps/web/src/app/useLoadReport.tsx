import { reportEndpoints } from '@atrium/contract/endpoints/report';
import type { ReportLoaded } from '@atrium/contract/wire/report';
import { Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '../api/apiError.ts';
import { request } from '../api/client.ts';
import {
  activeFamily,
  editsKey,
  type KindWithHistory,
  type Snapshot,
  snapshotOptions,
} from '../api/definition/definition.ts';
import { tellOtherTabs } from '../api/definition/otherTabs.ts';
import { analysisKind } from '../features/analysis/analysisQueries.ts';
import { cohortKind } from '../features/cohort/cohortQueries.ts';
import { type Band, makeRegion, type Region } from '../features/comparison/comparisonQueries.ts';
import { overlapWords } from '../features/comparison/overlapWords.ts';
import { loadWords as words } from '../features/report/reportWords.ts';
import { tableKind } from '../features/table/tableQueries.ts';
import { announce } from '../ui/announce.ts';
import { Sentences } from '../ui/Notices.tsx';

/** Makes the definitions of a report the active ones. What was active before can be taken back at once (rule 12.11). */
export function useLoadReport(dataset: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: editsKey(cohortKind, dataset),
    mutationFn: async ({ reportId }: LoadedReport) => {
      const loaded = await request(reportEndpoints.load, { params: { dataset, reportId } });
      forget(client, dataset);
      if (loaded.snapshotId !== null) tellOtherTabs(cohortKind, { dataset, snapshotId: loaded.snapshotId });
      return loaded;
    },
    onSuccess: (loaded, { name }) => offerToTakeBack(client, { dataset, loaded, says: words.loaded(name) }),
  });
}

/** Makes a region of overlapping groups, or a band of a pathway, the active cohort (rules 17.25 and 17.33), which can be taken back at once. */
export function useMakeRegion(dataset: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: editsKey(cohortKind, dataset),
    mutationFn: async (region: Region | Band) => {
      const made = await makeRegion(dataset, region);
      client.removeQueries({ queryKey: activeFamily(cohortKind, dataset) });
      tellOtherTabs(cohortKind, { dataset, snapshotId: made.snapshotId });
      return { ...made, ...{ errors: [], warnings: [], tableSnapshotId: null, analysisSnapshotId: null } };
    },
    onSuccess: (loaded, { name }) =>
      offerToTakeBack(client, { dataset, loaded, says: overlapWords.made(name) }),
    onError: (error, { name }) =>
      notifications.show({
        color: 'red',
        title: overlapWords.notMade(name),
        message: describeError(error),
      }),
  });
}

interface LoadedReport {
  readonly reportId: number;
  readonly name: string;
}

interface Loaded {
  readonly dataset: string;
  readonly loaded: ReportLoaded;
  readonly says: string;
}

/** No screen may show for a moment what is active no more. */
function forget(client: QueryClient, dataset: string): void {
  for (const kind of [cohortKind, tableKind, analysisKind])
    client.removeQueries({ queryKey: activeFamily(kind, dataset) });
}

function offerToTakeBack(client: QueryClient, given: Loaded): void {
  const { says } = given;
  const { errors, warnings } = given.loaded;
  const problems = [...new Set([...errors, ...warnings])];
  announce(says);
  const id = notifications.show({
    autoClose: problems.length === 0 ? 15_000 : false,
    ...(problems.length > 0 && { color: errors.length > 0 ? 'red' : 'yellow' }),
    message: (
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          {says}
          <Button
            size="compact-sm"
            variant="light"
            flex="none"
            onClick={() => {
              notifications.hide(id);
              void takeBack(client, given);
            }}
          >
            {words.takeBack}
          </Button>
        </Group>
        {problems.length > 0 && <Sentences of={problems} />}
      </Stack>
    ),
  });
}

/** Activates what was active before the report was loaded, of each kind, as an edit that nothing else runs beside. */
async function takeBack(client: QueryClient, { dataset, loaded }: Loaded): Promise<void> {
  const change = client.getMutationCache().build(client, {
    mutationKey: editsKey(cohortKind, dataset),
    mutationFn: async () => {
      const stepBack = async <View extends Snapshot>(
        kind: KindWithHistory<View>,
        snapshotId: number | null,
      ) => {
        if (snapshotId !== null) await activatePrevious(client, kind, { dataset, snapshotId });
      };
      await stepBack(cohortKind, loaded.snapshotId);
      await stepBack(tableKind, loaded.tableSnapshotId);
      await stepBack(analysisKind, loaded.analysisSnapshotId);
      await Promise.all(
        [cohortKind, tableKind, analysisKind].map(({ name }) =>
          client.invalidateQueries({ queryKey: [dataset, name] }),
        ),
      );
    },
  });
  try {
    await change.execute(undefined);
    announce(words.takenBack);
    notifications.show({ message: words.takenBack });
  } catch (error) {
    notifications.show({ color: 'red', title: words.undoFailed, message: describeError(error) });
  }
}

/** Nothing was active before the first edit: then the loaded one stays. */
async function activatePrevious<View extends Snapshot>(
  client: QueryClient,
  kind: KindWithHistory<View>,
  { dataset, snapshotId }: { readonly dataset: string; readonly snapshotId: number },
): Promise<void> {
  const { previousSnapshotId } = await client.fetchQuery(snapshotOptions(kind, dataset, snapshotId));
  if (previousSnapshotId !== null) await kind.activate(dataset, previousSnapshotId, { base: snapshotId });
}
