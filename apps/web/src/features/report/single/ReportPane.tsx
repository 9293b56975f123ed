import type { ReportDetail } from '@atrium/contract/wire/report';
import type { Preview } from '@atrium/contract/wire/tableView';
import { Group, Tabs, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useNouns } from '../../../api/collections.ts';
import type { Noun } from '../../../api/nouns.ts';
import { Download, Pencil, RefreshCw, Share2, Star, Trash2 } from '../../../ui/icons.ts';
import { Warnings } from '../../../ui/Notices.tsx';
import { ActionBar, type BarAction, type BarChoice } from '../../../ui/pane/ActionBar.tsx';
import { Pane } from '../../../ui/pane/Pane.tsx';
import { DeleteDialog } from '../dialogs/DeleteDialog.tsx';
import { EditDialog } from '../dialogs/EditDialog.tsx';
import { ShareDialog } from '../dialogs/ShareDialog.tsx';
import { ExpectationMark } from '../ExpectationMark.tsx';
import { type ReportTab, reportTabs } from '../reportAddress.ts';
import { singleWords as words } from '../reportWords.ts';
import { useStar } from '../useStar.ts';
import classes from './ReportPane.module.css';

/** The content of each tab that the report has, by its name. */
export type ReportTabs = Partial<Readonly<Record<ReportTab, () => ReactNode>>>;

interface ReportPaneProps {
  readonly dataset: string;
  readonly detail: ReportDetail;
  /** A page of its table, where there is one. */
  readonly page: Preview | undefined;
  /** Whether the first page is on its way. */
  readonly isCounting: boolean;
  readonly tab: ReportTab;
  readonly onTab: (tab: ReportTab) => void;
  readonly tabs: ReportTabs;
  /** The files that can be downloaded, and whether one is on its way. */
  readonly downloads: { readonly choices: readonly BarChoice[]; readonly isBusy: boolean };
  /** Loads the report as the active definitions; absent for members without a workspace. */
  readonly onLoad: (() => void) | undefined;
  readonly onDeleted: () => void;
  /** The content that floats in the corner. */
  readonly notices: ReactNode;
}

/** One report: what can be done with it, and what it holds. */
export function ReportPane(props: ReportPaneProps) {
  const { dataset, detail, page, isCounting, tab, onTab, tabs, downloads, onLoad, onDeleted, notices } =
    props;
  const { report } = detail;
  const [dialog, setDialog] = useState<ReportDialog>();
  const star = useStar(dataset, report);
  const { subject } = useNouns(dataset);
  const isBroken = detail.errors.length > 0;
  const dialogs = { dataset, reportId: report.id, onClose: () => setDialog(undefined) };
  const actions = actionsOf({
    star,
    isMine: report.isMine,
    isBroken,
    downloads,
    onLoad,
    onDialog: setDialog,
  });
  const shown = tabs[tab] === undefined ? 'table' : tab;
  return (
    <Pane
      bar={
        <ActionBar
          title={words.title(report.id, report.name)}
          detail={
            <Group gap="sm">
              <ExpectationMark state={report.expectations} />
              <CountLine isBroken={isBroken} page={page} isCounting={isCounting} subject={subject} />
            </Group>
          }
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
        onChange={(value) => onTab(reportTabs.find((one) => one === value) ?? 'table')}
      >
        <Tabs.List className={classes.list}>
          {reportTabs
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

type ReportDialog = 'edit' | 'share' | 'delete';

interface Offered extends Pick<ReportPaneProps, 'downloads' | 'onLoad'> {
  readonly star: ReturnType<typeof useStar>;
  readonly isMine: boolean;
  readonly isBroken: boolean;
  readonly onDialog: (dialog: ReportDialog) => void;
}

/** The actions of this person on the report. */
function actionsOf({ star, isMine, isBroken, downloads, onLoad, onDialog }: Offered): readonly BarAction[] {
  const { choices, isBusy } = downloads;
  return [
    {
      label: words.star,
      name: words.starName,
      icon: Star,
      isOn: star.isStarred,
      onClick: star.toggle,
    },
    ...(isMine
      ? [
          { label: words.share, icon: Share2, onClick: () => onDialog('share') },
          { label: words.edit, icon: Pencil, onClick: () => onDialog('edit') },
          { label: words.delete, icon: Trash2, onClick: () => onDialog('delete') },
        ]
      : []),
    ...(onLoad === undefined ? [] : [{ label: words.load, icon: RefreshCw, onClick: onLoad }]),
    ...(isBroken ? [] : [{ label: words.download, icon: Download, isBusy, hasArrow: true, choices }]),
  ];
}

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
  readonly subject: Noun;
}

/** As wide as two figures of five digits, so that nothing moves to another line when they come. */
const countWidth = ({ many }: Noun): string => `min(100%, ${25 + many.length}ch)`;

function CountLine({ isBroken, page, isCounting, subject }: CountLineProps) {
  if (isBroken || (page === undefined && !isCounting) || (page !== undefined && page.errors.length > 0))
    return null;
  return (
    <Text size="sm" c="dimmed" className="tabular" miw={countWidth(subject)} data-testid="report-counts">
      {page === undefined ? words.counting : words.counts(page.recordCount, page.subjectCount, subject)}
    </Text>
  );
}
