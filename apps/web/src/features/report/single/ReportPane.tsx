import type { Preview, ReportDetail } from '@atrium/contract';
import { Tabs, Text } from '@mantine/core';
import { Download, Pencil, RefreshCw, Share2, Star, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatQuantity } from '../../../lib/formatNumber.ts';
import { Warnings } from '../../../ui/Notices.tsx';
import { ActionBar, type BarAction, type BarChoice } from '../../../ui/pane/ActionBar.tsx';
import { Pane } from '../../../ui/pane/Pane.tsx';
import { DeleteDialog } from '../dialogs/DeleteDialog.tsx';
import { EditDialog } from '../dialogs/EditDialog.tsx';
import { ShareDialog } from '../dialogs/ShareDialog.tsx';
import type { ReportTab } from '../reportAddress.ts';
import { useStar } from '../useStar.ts';
import { singleWords as words } from '../words.ts';
import classes from './ReportPane.module.css';

interface ReportPaneProps {
  readonly dataset: string;
  readonly detail: ReportDetail;
  /** A page of its table, where there is one. */
  readonly page: Preview | undefined;
  /** Whether the first page is on its way. */
  readonly isCounting: boolean;
  readonly tab: ReportTab;
  readonly onTab: (tab: ReportTab) => void;
  /** The content of each tab that the report has, by its name. */
  readonly tabs: Partial<Readonly<Record<ReportTab, () => ReactNode>>>;
  /** The files that can be downloaded, and whether one is on its way. */
  readonly downloads: { readonly choices: readonly BarChoice[]; readonly isBusy: boolean };
  /** Loads the report as the active definitions; absent for members without a workspace. */
  readonly onLoad: (() => void) | undefined;
  readonly onDeleted: () => void;
  /** What floats in the corner. */
  readonly notices: ReactNode;
}

/** One report: what can be done with it, and what it holds. */
export function ReportPane(props: ReportPaneProps) {
  const { dataset, detail, page, isCounting, tab, onTab, tabs, downloads, onLoad, onDeleted, notices } =
    props;
  const { report } = detail;
  const [dialog, setDialog] = useState<'edit' | 'share' | 'delete'>();
  const star = useStar(dataset, report);
  const isBroken = detail.errors.length > 0;
  const dialogs = { dataset, reportId: report.id, onClose: () => setDialog(undefined) };
  const actions: readonly BarAction[] = [
    {
      label: words.star,
      name: star.isStarred ? words.unstarName : words.starName,
      icon: Star,
      isOn: star.isStarred,
      onClick: star.toggle,
    },
    ...(report.isMine
      ? [
          { label: words.share, icon: Share2, onClick: () => setDialog('share') },
          { label: words.edit, icon: Pencil, onClick: () => setDialog('edit') },
          { label: words.delete, icon: Trash2, onClick: () => setDialog('delete') },
        ]
      : []),
    ...(onLoad === undefined ? [] : [{ label: words.load, icon: RefreshCw, onClick: onLoad }]),
    ...(isBroken
      ? []
      : [
          {
            label: words.download,
            icon: Download,
            isBusy: downloads.isBusy,
            hasArrow: true,
            choices: downloads.choices,
          },
        ]),
  ];
  const shown = tabs[tab] === undefined ? 'table' : tab;
  return (
    <Pane
      bar={
        <ActionBar
          title={words.title(report.id, report.name)}
          detail={<CountLine isBroken={isBroken} page={page} isCounting={isCounting} />}
          actions={actions}
          menuLabel={words.more}
          isDense
        />
      }
      notices={notices}
    >
      <Warnings warnings={warningsOf(detail, page)} />
      <Tabs
        value={shown}
        keepMounted={false}
        className={classes.tabs}
        onChange={(value) => onTab(tabNames.find((one) => one === value) ?? 'table')}
      >
        <Tabs.List className={classes.list}>
          {tabNames
            .filter((name) => tabs[name] !== undefined)
            .map((name) => (
              <Tabs.Tab key={name} value={name}>
                {words.tabs[name]}
              </Tabs.Tab>
            ))}
        </Tabs.List>
        <Tabs.Panel value={shown} className={classes.panel}>
          {tabs[shown]?.()}
        </Tabs.Panel>
      </Tabs>
      {dialog === 'edit' && <EditDialog {...dialogs} />}
      {dialog === 'share' && <ShareDialog {...dialogs} />}
      {dialog === 'delete' && <DeleteDialog {...dialogs} onDeleted={onDeleted} />}
    </Pane>
  );
}

const tabNames = ['table', 'crossTab', 'versions', 'release'] as const;

const warningsOf = (detail: ReportDetail, page: Preview | undefined): readonly string[] => [
  ...new Set(
    [
      ...detail.warnings,
      ...detail.tableWarnings,
      ...detail.tableErrors,
      ...detail.analysisErrors,
      ...(page?.warnings ?? []),
    ].filter((sentence) => sentence.trim() !== ''),
  ),
];

interface CountLineProps {
  readonly isBroken: boolean;
  readonly isCounting: boolean;
  readonly page: Preview | undefined;
}

function CountLine({ isBroken, page, isCounting }: CountLineProps) {
  if (isBroken || (page === undefined && !isCounting) || (page !== undefined && page.errors.length > 0))
    return null;
  return (
    <Text size="sm" c="dimmed" className="tabular" data-testid="report-counts">
      {page === undefined
        ? words.counting
        : words.counts(
            formatQuantity(page.recordCount, words.record),
            formatQuantity(page.subjectCount, words.subject),
          )}
    </Text>
  );
}
