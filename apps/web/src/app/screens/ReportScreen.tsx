import { Container, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ApiError, describeError } from '../../api/apiError.ts';
import { type ReportOf, reportOptions, versionsOptions } from '../../features/report/reportQueries.ts';
import { singleWords as words } from '../../features/report/reportWords.ts';
import { Releases } from '../../features/report/single/Releases.tsx';
import { FileQuestion } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { OpenReport } from './OpenReport.tsx';

/** One report, by the number in the address. */
export function ReportScreen() {
  const { dataset, report: given } = useParams({ from: '/$dataset/reports/$report' });
  const reportId = /^\d{1,9}$/.test(given) ? Number(given) : 0;
  const report = useQuery({ ...reportOptions({ dataset, reportId }), enabled: reportId > 0 });
  if (report.data !== undefined)
    return <OpenReport key={`${dataset} ${reportId}`} dataset={dataset} detail={report.data} />;
  if (reportId > 0 && report.error === null) return <ReportSkeleton />;
  return (
    <Closed
      dataset={dataset}
      reportId={reportId}
      error={report.error}
      onRetry={() => void report.refetch()}
    />
  );
}

interface ClosedProps extends ReportOf {
  /** Null where the address has no number of a report. */
  readonly error: Error | null;
  readonly onRetry: () => void;
}

/** Says why a report is not shown, and leads to the others. */
function Closed({ dataset, reportId, error, onRetry }: ClosedProps) {
  const status = error instanceof ApiError ? error.status : undefined;
  const isMissing = error === null || status === 404;
  const toList = (
    <LinkButton to="/$dataset/reports" params={{ dataset }}>
      {words.toList}
    </LinkButton>
  );
  return (
    <Container size="sm" py="xl">
      <StateMessage
        heading
        kind="error"
        title={isMissing ? words.notFound : words.tableFailed}
        detail={isMissing ? words.notFoundDetail : describeError(error, words.failedDetail)}
        {...(isMissing ? { icon: <FileQuestion size={28} aria-hidden /> } : { onRetry })}
        action={toList}
      />
      {status === 503 && <ToOtherRelease dataset={dataset} reportId={reportId} />}
    </Container>
  );
}

/** The release that a report stays on may be gone: then its creator can still move it on. */
function ToOtherRelease(of: ReportOf) {
  const isOwn = useQuery({ ...versionsOptions(of), retry: false }).isSuccess;
  return isOwn && <Releases {...of} mayChoose />;
}

const ReportSkeleton = () => (
  <Stack p="lg" gap="md" aria-busy="true" role="status" aria-label={words.counting}>
    <Skeleton height={44} maw="32rem" />
    <Skeleton height={36} maw="24rem" />
    <Skeleton height={320} />
  </Stack>
);
