import type { ReportDetail } from '@atrium/contract/wire/report';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useNouns } from '../../api/collections.ts';
import { quantityOf } from '../../api/nouns.ts';
import { cohortOptions, countOptions } from '../../features/cohort/cohortQueries.ts';
import { LoadDialog } from '../../features/report/single/LoadDialog.tsx';
import { useLoadReport } from '../useLoadReport.tsx';

interface LoadReportProps {
  readonly dataset: string;
  readonly detail: ReportDetail;
  readonly onClose: () => void;
}

/** Asks before a report replaces what is active, and then leads to its results. */
export function LoadReport({ dataset, detail, onClose }: LoadReportProps) {
  const navigate = useNavigate();
  const load = useLoadReport(dataset);
  const active = useActiveCount(dataset);
  return (
    <LoadDialog
      detail={detail}
      activeCount={active.count}
      onRecount={active.onRecount}
      error={load.error}
      isBusy={load.isPending}
      onLoad={() =>
        load.mutate(
          { reportId: detail.report.id, name: detail.report.name },
          { onSuccess: () => void navigate({ to: '/$dataset/results', params: { dataset } }) },
        )
      }
      onClose={onClose}
    />
  );
}

interface ActiveCount {
  /** How many subjects would be replaced, in words; undefined while it is counted, and where it cannot be. */
  readonly count: string | undefined;
  readonly onRecount: (() => void) | undefined;
}

function useActiveCount(dataset: string): ActiveCount {
  const cohort = useQuery(cohortOptions(dataset));
  const { subject } = useNouns(dataset);
  const count = useQuery({
    ...countOptions(dataset, cohort.data ?? noCohort),
    enabled: cohort.data !== undefined && cohort.data.errors.length === 0,
  });
  const failed = [cohort, count].find(({ isError }) => isError);
  return {
    count: count.data === undefined ? undefined : quantityOf(count.data.count, subject),
    onRecount: failed && (() => void failed.refetch()),
  };
}

const noCohort = {
  definition: [],
  criteriaSets: [],
  describe: '',
  warnings: [],
  errors: [],
  snapshotId: null,
  previousSnapshotId: null,
  nextSnapshotId: null,
};
