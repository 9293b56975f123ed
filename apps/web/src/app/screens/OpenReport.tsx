import type { ReportDetail } from '@atrium/contract/wire/report';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { datasetQuery } from '../../api/session.ts';
import { KeptCrossTab } from '../../features/analysis/KeptCrossTab.tsx';
import { ReadOnlyFilters } from '../../features/cohort/panel/ReadOnlyFilters.tsx';
import { TakeAlong } from '../../features/cohort/travel/TakeAlong.tsx';
import { exportedReport, saveCrossTab } from '../../features/report/exports.ts';
import { parseColumnSort, writeColumnSort } from '../../features/report/reportAddress.ts';
import { heldReport, reportPageOptions } from '../../features/report/reportQueries.ts';
import { singleWords as words } from '../../features/report/reportWords.ts';
import { Expectations } from '../../features/report/single/Expectations.tsx';
import { Methods } from '../../features/report/single/Methods.tsx';
import { Releases } from '../../features/report/single/Releases.tsx';
import { ReportCrossTab } from '../../features/report/single/ReportCrossTab.tsx';
import { ReportDetails } from '../../features/report/single/ReportDetails.tsx';
import { ReportPane, type ReportTabs } from '../../features/report/single/ReportPane.tsx';
import { ReportRows } from '../../features/report/single/ReportRows.tsx';
import { Versions } from '../../features/report/single/Versions.tsx';
import { DownloadNotice } from '../../features/table/download/DownloadNotice.tsx';
import { useCsvSettings } from '../../features/table/download/useCsvSettings.tsx';
import { exportChoices, useDownload } from '../../features/table/download/useDownload.ts';
import { ReadOnlyTable } from '../../features/table/ReadOnlyTable.tsx';
import { parseTableAddress } from '../../features/table/tableAddress.ts';
import { mayOpen } from '../mayOpen.ts';
import { pane, usePanes } from '../usePanes.ts';
import { LoadReport } from './LoadReport.tsx';
import layout from './layout.module.css';
import { SidePanel } from './SidePanel.tsx';

const here = '/$dataset/reports/$report';

interface OpenReportProps {
  readonly dataset: string;
  readonly detail: ReportDetail;
}

/** A report that was found: its details and filters beside what it holds. */
export function OpenReport({ dataset, detail }: OpenReportProps) {
  usePanes();
  const isWide = useMediaQuery('(min-width: 52em)', true, { getInitialValueInEffect: false });
  const [toggled, setToggled] = useState<boolean>();
  const { data: member } = useSuspenseQuery(datasetQuery(dataset));
  return (
    <div className={`${layout.screen} ${layout.detailed}`}>
      <SidePanel side="left" label={words.details} isOpen={toggled ?? isWide} onToggle={setToggled}>
        <div className={layout.filters}>
          <ReportDetails
            dataset={dataset}
            detail={detail}
            mayCompare={mayOpen('subjects', member)}
            filters={
              <>
                <ReadOnlyFilters dataset={dataset} sets={detail.criteriaSets} />
                <TakeAlong dataset={dataset} reportId={detail.report.id} isOff={detail.errors.length > 0} />
              </>
            }
          />
        </div>
      </SidePanel>
      <div className={layout.main} {...pane}>
        <HeldReport dataset={dataset} detail={detail} />
      </div>
    </div>
  );
}

/** The content of a report, and the actions on it. */
function HeldReport({ dataset, detail }: OpenReportProps) {
  const { tab } = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const [isLoading, setIsLoading] = useState(false);
  const { data: member } = useSuspenseQuery(datasetQuery(dataset));
  const mayUse = mayOpen('subjects', member);
  const { report, analysis } = detail;
  const of = { dataset, reportId: report.id };
  const rows = useRows(dataset, detail);
  const csv = useCsvSettings();
  const exported = useMemo(
    () => exportedReport({ dataset, reportId: report.id }, csv.choice.csv),
    [dataset, report.id, csv.choice.csv],
  );
  const downloading = useDownload(exported, rows.found.data?.recordCount);
  const tabs: ReportTabs = {
    table: () => rows.content,
    ...(analysis !== null && {
      crossTab: () => (
        <ReportCrossTab
          dataset={dataset}
          detail={detail}
          figures={(result) => <KeptCrossTab dataset={dataset} axes={analysis} result={result} />}
        />
      ),
    }),
    ...(detail.errors.length === 0 && { methods: () => <Methods {...heldReport(dataset, detail)} /> }),
    expectations: () => <Expectations {...heldReport(dataset, detail)} />,
    ...(report.isMine && { versions: () => <Versions {...of} mayRestore={mayUse} /> }),
    release: () => <Releases {...of} mayChoose={report.isMine} />,
  };
  const crossTabFile =
    analysis === null
      ? []
      : [{ label: words.downloadCrossTab, onClick: () => void saveCrossTab(of, csv.choice.csv) }];
  return (
    <>
      {csv.dialog}
      <ReportPane
        dataset={dataset}
        detail={detail}
        page={rows.found.data}
        isCounting={rows.found.isPending}
        tab={tab ?? 'table'}
        onTab={(opened) =>
          void navigate({
            search: (held) => ({ ...held, tab: opened === 'table' ? undefined : opened }),
          })
        }
        tabs={tabs}
        downloads={{
          choices: [...exportChoices(downloading, csv.choice), ...crossTabFile],
          isBusy: downloading.state.kind === 'running',
        }}
        onLoad={mayUse ? () => setIsLoading(true) : undefined}
        onDeleted={() => void navigate({ to: '/$dataset/reports', params: { dataset }, search: {} })}
        notices={<DownloadNotice {...downloading} />}
      />
      {isLoading && <LoadReport dataset={dataset} detail={detail} onClose={() => setIsLoading(false)} />}
    </>
  );
}

/** A page of the table of a report, as the address says. */
function useRows(dataset: string, detail: ReportDetail) {
  const search = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const { page, size } = parseTableAddress(search);
  const sort = parseColumnSort(search.sort);
  const found = useQuery({
    ...reportPageOptions({ ...heldReport(dataset, detail), page, size, sort }),
    enabled: detail.errors.length === 0,
  });
  const show = (change: Partial<typeof search>) =>
    void navigate({ search: (held) => ({ ...held, ...change }) });
  const content = (
    <ReportRows
      dataset={dataset}
      detail={detail}
      found={found}
      onFirstPage={() => show({ page: undefined })}
      rows={(shown) => (
        <ReadOnlyTable
          dataset={dataset}
          label={words.table(detail.report.name)}
          page={shown}
          isStale={found.isPlaceholderData}
          address={{ page, size }}
          onAddress={(to) =>
            show({
              page: (to.page ?? page) === 1 ? undefined : (to.page ?? page),
              size: (to.size ?? size) === 25 ? undefined : (to.size ?? size),
            })
          }
          sort={sort}
          onSort={(key) => show({ sort: writeColumnSort(key), page: undefined })}
        />
      )}
    />
  );
  return { found, content };
}
