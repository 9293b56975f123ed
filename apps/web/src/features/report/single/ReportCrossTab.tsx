import type { AnalysisResult } from '@atrium/contract/wire/analysis';
import type { ReportDetail } from '@atrium/contract/wire/report';
import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { PaneMessage } from '../../../ui/pane/Pane.tsx';
import { StateMessage } from '../../../ui/StateMessage.tsx';
import { crossTabOptions, heldReport } from '../reportQueries.ts';
import { singleWords as words } from '../reportWords.ts';
import { BrokenReport } from './TabContent.tsx';

interface ReportCrossTabProps {
  readonly dataset: string;
  readonly detail: ReportDetail;
  readonly figures: (result: AnalysisResult) => ReactNode;
}

/** The cross-tab that a report holds, or why it is not shown. */
export function ReportCrossTab({ dataset, detail, figures }: ReportCrossTabProps) {
  const isBroken = detail.errors.length > 0;
  const run = useQuery({
    ...crossTabOptions(heldReport(dataset, detail)),
    enabled: !isBroken,
  });
  const errors = isBroken ? detail.errors : (run.data?.errors ?? []);
  if (errors.length > 0) return <BrokenReport errors={errors} />;
  if (run.data !== undefined) return figures(run.data);
  if (run.isError) {
    return (
      <PaneMessage>
        <StateMessage
          kind="error"
          title={words.crossTabFailed}
          detail={describeError(run.error, words.failedDetail)}
          onRetry={() => void run.refetch()}
        />
      </PaneMessage>
    );
  }
  return (
    <Stack p="md" gap="sm" aria-busy="true">
      <Skeleton height={32} width="60%" />
      <Skeleton height={220} />
    </Stack>
  );
}
