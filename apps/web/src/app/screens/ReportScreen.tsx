import type { ReportDetail } from '@atrium/contract';
import { Container, Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { FileQuestion } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ApiError, describeError } from '../../api/apiError.ts';
import { datasetQuery } from '../../api/session.ts';
import { KeptCrossTab } from '../../features/analysis/KeptCrossTab.tsx';
import { ReadOnlyFilters } from '../../features/cohort/panel/ReadOnlyFilters.tsx';
import { exportedReport, saveCrossTab } from '../../features/report/exports.ts';
import {
  heldReport,
  previewOptions,
  type ReportOf,
  reportOptions,
  versionsOptions,
} from '../../features/report/queries.ts';
import { type ReportTab, readColumnSort, writeColumnSort } from '../../features/report/reportAddress.ts';
import { Releases } from '../../features/report/single/Releases.tsx';
import { ReportCrossTab } from '../../features/report/single/ReportCrossTab.tsx';
import { ReportDetails } from '../../features/report/single/ReportDetails.tsx';
import { ReportPane } from '../../features/report/single/ReportPane.tsx';
import { ReportRows } from '../../features/report/single/ReportRows.tsx';
import { Versions } from '../../features/report/single/Versions.tsx';
import { singleWords as words } from '../../features/report/words.ts';
import { DownloadNotice } from '../../features/table/download/DownloadNotice.tsx';
import { exportChoices, useDownload } from '../../features/table/download/useDownload.ts';
import { ReadOnlyTable } from '../../features/table/ReadOnlyTable.tsx';
import { readTableAddress } from '../../features/table/tableAddress.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { mayOpen } from '../mayOpen.ts';
import { pane, usePanes } from '../usePanes.ts';
import { LoadReport } from './LoadReport.tsx';
import layout from './layout.module.css';
import { SidePanel } from './SidePanel.tsx';

const here = '/$dataset/reports/$report';

/** One report, with its details and its filters beside it. What is open is part of the address. */
export function ReportScreen() {
  const { dataset, report: given } = useParams({ from: here });
  const reportId = /^\d{1,9}$/.test(given) ? Number(given) : 0;
  const report = useQuery({ ...reportOptions({ dataset, reportId }), enabled: reportId > 0 });
  const toList = (
    <LinkButton to="/$dataset/reports" params={{ dataset }}>
      {words.toList}
    </LinkButton>
  );
  if (report.data !== undefined)
    return <OpenReport key={`${dataset} ${reportId}`} dataset={dataset} detail={report.data} />;
  const isMissing = reportId === 0 || (report.error instanceof ApiError && report.error.status === 404);
  if (isMissing) {
    return (
      <Container size="sm" py="xl">
        <StateMessage
          heading
          kind="error"
          icon={<FileQuestion size={28} aria-hidden />}
          title={words.notFound}
          detail={words.notFoundDetail}
          action={toList}
        />
      </Container>
    );
  }
  if (report.isError) {
    return (
      <Container size="sm" py="xl">
        <StateMessage
          heading
          kind="error"
          title={words.tableFailed}
          detail={describeError(report.error, words.failedDetail)}
          onRetry={() => void report.refetch()}
          action={toList}
        />
        {report.error instanceof ApiError && report.error.status === 503 && (
          <ToOtherRelease dataset={dataset} reportId={reportId} />
        )}
      </Container>
    );
  }
  return <ReportBones />;
}

/** The release that a report stays on may be gone: then its creator can still move it on. */
function ToOtherRelease(of: ReportOf) {
  const isOwn = useQuery({ ...versionsOptions(of), retry: false }).isSuccess;
  return isOwn && <Releases {...of} mayChoose />;
}

interface OpenReportProps {
  readonly dataset: string;
  readonly detail: ReportDetail;
}

function OpenReport({ dataset, detail }: OpenReportProps) {
  usePanes();
  const search = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const isWide = useMediaQuery('(min-width: 52em)', true, { getInitialValueInEffect: false });
  const [toggled, setToggled] = useState<boolean>();
  const [isLoading, setIsLoading] = useState(false);
  const { data: member } = useSuspenseQuery(datasetQuery(dataset));
  const { report, analysis } = detail;
  const of = { dataset, reportId: report.id };
  const mayUse = mayOpen('subjects', member);
  const { page, size } = readTableAddress(search);
  const sort = readColumnSort(search.sort);
  const preview = useQuery({
    ...previewOptions({ ...heldReport(dataset, detail), page, size, sort }),
    enabled: detail.errors.length === 0,
  });
  const exported = useMemo(() => exportedReport({ dataset, reportId: report.id }), [dataset, report.id]);
  const downloading = useDownload(exported, preview.data?.recordCount);
  const show = (change: Partial<typeof search>) =>
    void navigate({ search: (held) => ({ ...held, ...change }) });
  const address = (change: { page?: number; size?: number }) =>
    show({
      ...('page' in change && { page: change.page === 1 ? undefined : change.page }),
      ...('size' in change && { size: change.size === 25 ? undefined : change.size }),
    });
  return (
    <div className={`${layout.screen} ${layout.detailed}`}>
      <SidePanel side="left" label={words.details} isOpen={toggled ?? isWide} onToggle={setToggled}>
        <div className={layout.filters}>
          <ReportDetails
            dataset={dataset}
            detail={detail}
            filters={<ReadOnlyFilters dataset={dataset} sets={detail.criteriaSets} />}
          />
        </div>
      </SidePanel>
      <div className={layout.main} {...pane}>
        <ReportPane
          dataset={dataset}
          detail={detail}
          page={preview.data}
          isCounting={preview.isPending}
          tab={search.tab ?? 'table'}
          onTab={(tab: ReportTab) => show({ tab: tab === 'table' ? undefined : tab })}
          downloads={{
            choices: [
              ...exportChoices(downloading),
              ...(analysis === null
                ? []
                : [{ label: words.downloadCrossTab, onClick: () => void saveCrossTab(of) }]),
            ],
            isBusy: downloading.state.kind === 'running',
          }}
          onLoad={mayUse ? () => setIsLoading(true) : undefined}
          onDeleted={() => void navigate({ to: '/$dataset/reports', params: { dataset }, search: {} })}
          notices={<DownloadNotice {...downloading} />}
          tabs={{
            table: () => (
              <ReportRows
                detail={detail}
                preview={preview}
                onFirstPage={() => address({ page: 1 })}
                rows={(shown) => (
                  <ReadOnlyTable
                    dataset={dataset}
                    label={words.table(report.name)}
                    page={shown}
                    isStale={preview.isPlaceholderData}
                    address={{ page, size }}
                    onAddress={address}
                    sort={sort}
                    onSort={(key) => show({ sort: writeColumnSort(key), page: undefined })}
                  />
                )}
              />
            ),
            ...(analysis !== null && {
              crossTab: () => (
                <ReportCrossTab
                  dataset={dataset}
                  detail={detail}
                  figures={(result) => <KeptCrossTab axes={analysis} result={result} />}
                />
              ),
            }),
            ...(report.isMine && { versions: () => <Versions {...of} mayRestore={mayUse} /> }),
            release: () => <Releases {...of} mayChoose={report.isMine} />,
          }}
        />
      </div>
      {isLoading && <LoadReport dataset={dataset} detail={detail} onClose={() => setIsLoading(false)} />}
    </div>
  );
}

const ReportBones = () => (
  <Stack p="lg" gap="md" aria-busy="true" role="status" aria-label={words.counting}>
    <Skeleton height={44} maw="32rem" />
    <Skeleton height={36} maw="24rem" />
    <Skeleton height={320} />
  </Stack>
);
