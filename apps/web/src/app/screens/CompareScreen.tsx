import { Button, Container, Skeleton, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { describeError } from '../../api/apiError.ts';
import { datasetQuery } from '../../api/session.ts';
import { cohortOptions } from '../../features/cohort/cohortQueries.ts';
import { Compare } from '../../features/comparison/Compare.tsx';
import { parseComparison, writeComparison } from '../../features/comparison/comparisonAddress.ts';
import { saveComparison, savedOptions } from '../../features/comparison/comparisonQueries.ts';
import {
  addressOf,
  comparisonToSave,
  type PathwayAddress,
  type TimeAddress,
} from '../../features/comparison/keptComparison.ts';
import { SavedBar } from '../../features/comparison/SavedBar.tsx';
import { savedWords as words } from '../../features/comparison/savedWords.ts';
import { FailedAlert } from '../../ui/FailedAlert.tsx';
import { mayOpen } from '../mayOpen.ts';
import { useMakeRegion } from '../useLoadReport.tsx';
import { useSaveReport } from '../useSaveReport.tsx';

const here = '/$dataset/compare';
/** Stands in the address where groups of a report were taken away, since none there means those that are saved. */
const noGroups = 'none';

/** Groups side by side; what is compared is part of the address, or that of a report. */
export function CompareScreen() {
  const { dataset } = useParams({ from: here });
  const { report } = useSearch({ from: here });
  const member = useQuery(datasetQuery(dataset)).data;
  if (member === undefined) return null;
  const hasCohort = mayOpen('subjects', member);
  return (
    <Container size="xl" w="100%" py={{ base: 'md', sm: 'xl' }}>
      {report === undefined || !hasCohort ? (
        <OfActiveCohort dataset={dataset} hasCohort={hasCohort} />
      ) : (
        <OfReport key={report} dataset={dataset} report={report} />
      )}
    </Container>
  );
}

interface OfActiveCohortProps {
  readonly dataset: string;
  readonly hasCohort: boolean;
}

/** The groups of a member with or without an active cohort. */
function OfActiveCohort({ dataset, hasCohort }: OfActiveCohortProps) {
  const { report, ...search } = useSearch({ from: here });
  const cohort = useQuery({ ...cohortOptions(dataset), enabled: hasCohort });
  const toSave = comparisonToSave(parseComparison(search), search);
  const saving = useSaveNew(dataset, toSave);
  if (cohort.isError && cohort.data === undefined)
    return (
      <FailedAlert
        says={describeError(cohort.error, words.cohortFailed)}
        onRetry={() => void cohort.refetch()}
      />
    );
  return (
    <>
      <Page
        dataset={dataset}
        snapshotId={cohort.data?.snapshotId ?? null}
        base={null}
        shown={search}
        saved={
          report !== undefined ? (
            <Text role="status">{words.forAggregates}</Text>
          ) : (
            hasCohort &&
            toSave !== null && (
              <div>
                <Button variant="default" onClick={saving.open}>
                  {words.saveNew}
                </Button>
              </div>
            )
          )
        }
      />
      {saving.dialog}
    </>
  );
}

interface OfReportProps {
  readonly dataset: string;
  readonly report: number;
}

/** The comparison of a report, until the address says another one. */
function OfReport({ dataset, report }: OfReportProps) {
  const { report: _, ...search } = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const saved = useQuery(savedOptions(dataset, report));
  if (saved.data === undefined)
    return saved.isError ? (
      <FailedAlert says={describeError(saved.error, words.failed)} onRetry={() => void saved.refetch()} />
    ) : (
      <Skeleton height={240} radius="md" role="status" aria-label={words.loading} />
    );
  const { comparison, name, version } = saved.data;
  const shown =
    search.groups === undefined && comparison !== null ? { ...search, ...addressOf(comparison) } : search;
  return (
    <Page
      dataset={dataset}
      snapshotId={null}
      base={{ reportId: report, name, version }}
      shown={shown}
      saved={
        <SavedBar
          dataset={dataset}
          saved={saved.data}
          shown={comparisonToSave(parseComparison(shown), shown)}
          onReopen={() => void navigate({ search: { report }, replace: true })}
        />
      }
    />
  );
}

interface PageProps
  extends Pick<ComponentProps<typeof Compare>, 'dataset' | 'snapshotId' | 'base' | 'saved'> {
  /** Groups, concepts, times and a pathway as the address writes them. */
  readonly shown: TimeAddress & PathwayAddress & Parameters<typeof parseComparison>[0];
}

function Page({ shown, ...given }: PageProps) {
  const { dataset, base } = given;
  const navigate = useNavigate({ from: here });
  const region = useMakeRegion(dataset);
  const show = (change: typeof shown) => {
    const written = { ...shown, ...change };
    const groups = written.groups ?? (base === null ? undefined : noGroups);
    void navigate({ search: ({ report }) => ({ report, ...written, groups }), replace: true });
  };
  return (
    <Compare
      key={dataset}
      {...given}
      address={parseComparison(shown)}
      onChange={(address) => show(writeComparison(address))}
      onRegion={region.mutate}
      isMaking={region.isPending}
      times={shown}
      onTimes={show}
      pathway={shown}
      onPathway={show}
    />
  );
}

/** Saves the active definitions as a report, and the comparison with them; the page is then that of the report. */
function useSaveNew(dataset: string, comparison: ReturnType<typeof comparisonToSave>) {
  const navigate = useNavigate({ from: here });
  const client = useQueryClient();
  return useSaveReport(dataset, {
    onSaved: async (reportId) => {
      if (comparison === null) return;
      try {
        await saveComparison({ dataset, reportId, comparison });
        await client.invalidateQueries({ queryKey: savedOptions(dataset, reportId).queryKey });
        await navigate({ search: { report: reportId }, replace: true });
      } catch (error) {
        notifications.show({ color: 'red', title: words.onlySaved, message: describeError(error) });
      }
    },
  });
}
