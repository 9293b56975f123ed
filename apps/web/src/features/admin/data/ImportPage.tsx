import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { ImportDetail } from '@atrium/contract/wire/adminData';
import { Alert, Button, Group, List, Paper, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { request } from '../../../api/client.ts';
import { failureOf } from '../../../api/failureOf.ts';
import { formatInstant } from '../../../lib/formatInstant.ts';
import { formatCount } from '../../../lib/formatNumber.ts';
import { saveFile } from '../../../lib/saveFile.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { FailedAlert } from '../../../ui/FailedAlert.tsx';
import { CircleAlert, Download } from '../../../ui/icons.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Section } from '../../../ui/Section.tsx';
import { useRoomAction } from '../dialog/useRoomAction.ts';
import { ItemPage } from '../rooms/ItemPage.tsx';
import { importQuery, isOpen } from './dataQueries.ts';
import { words } from './dataWords.ts';
import classes from './ReportLines.module.css';
import { ImportBadge } from './StateBadges.tsx';
import { useImportEvents } from './useImportEvents.ts';

interface ReportLinesProps {
  readonly lines: readonly string[];
  readonly label: string;
}

/** The report of an import, line by line as the command line prints it; wide lines scroll on their own. */
const ReportLines = ({ lines, label }: ReportLinesProps) => (
  <Paper withBorder className={classes.frame}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
    <section className={classes.scroll} tabIndex={0} aria-label={label}>
      <pre className={classes.lines}>{lines.join('\n')}</pre>
    </section>
  </Paper>
);

interface ImportPageProps {
  readonly importId: number;
  readonly back: ReactNode;
  /** Links to what the import made. */
  readonly linkTo: (room: 'datasets' | 'dictionary', item: string, text: ReactNode) => ReactNode;
}

/** One import: how far it is, or its report. */
export function ImportPage({ importId, back, linkTo }: ImportPageProps) {
  const found = useQuery(importQuery(importId));
  useImportEvents(importId, found.data !== undefined && isOpen(found.data));
  return (
    <ItemPage found={found} failed={words.imports.failed} back={back} skeletonHeights={[56, 160]}>
      {(detail) => <Loaded detail={detail} back={back} linkTo={linkTo} />}
    </ItemPage>
  );
}

type LoadedProps = Pick<ImportPageProps, 'back' | 'linkTo'> & { readonly detail: ImportDetail };

function Loaded({ detail, back, linkTo }: LoadedProps) {
  const { imports } = words;
  return (
    <Stack gap="xl">
      <PageHeader
        eyebrow={back}
        title={detail.source}
        description={
          <Group component="span" gap="xs">
            {imports.kinds[detail.kind]}
            <ImportBadge state={detail.state} />
          </Group>
        }
        actions={
          isOpen(detail) ? <CancelButton importId={detail.id} /> : <Next detail={detail} linkTo={linkTo} />
        }
      />
      {isOpen(detail) && <Going detail={detail} />}
      {detail.state === 'done' && (detail.kind === 'build' || detail.kind === 'dry_run') && (
        <Alert color="tide">{imports.next[detail.kind]}</Alert>
      )}
      <Reasons detail={detail} />
      <Paper withBorder p="md">
        <Facts facts={factsOf(detail)} />
      </Paper>
      {!isOpen(detail) && <Report detail={detail} />}
    </Stack>
  );
}

export function CancelButton({ importId }: { readonly importId: number }) {
  const cancel = useRoomAction({
    act: () => request(adminEndpoints.data.imports.cancel, { params: { importId } }),
    say: ({ isCancelled }) => (isCancelled ? words.imports.cancelled : null),
  });
  return (
    <>
      <FailedAlert {...failureOf(cancel)} />
      <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
        {words.imports.cancel}
      </Button>
    </>
  );
}

function Next({ detail, linkTo }: Pick<LoadedProps, 'detail' | 'linkTo'>) {
  const { dataset, release, state } = detail;
  if (state !== 'done' || dataset === null || release === null) return null;
  return (
    <Group gap="md">
      {linkTo('dictionary', `${dataset}.${release}`, words.imports.openDictionary)}
      {linkTo('datasets', dataset, words.imports.openDataset)}
    </Group>
  );
}

export function Going({ detail: { progress } }: { readonly detail: ImportDetail }) {
  const percent = progress?.percent;
  return (
    <Section title={words.imports.progress}>
      <Stack gap="xs" role="status" aria-live="polite">
        <Text>{progress?.step ?? words.imports.states.waiting}</Text>
        <Progress
          value={percent ?? 100}
          animated={percent === undefined}
          striped={percent === undefined}
          aria-label={words.imports.progress}
        />
        <Text size="sm" c="dimmed" className="tabular">
          {progress?.detail ?? ' '}
        </Text>
      </Stack>
    </Section>
  );
}

function Reasons({ detail: { reasons } }: { readonly detail: ImportDetail }) {
  if (reasons.length === 0) return null;
  return (
    <Alert color="red" icon={<CircleAlert size={18} aria-hidden />} title={words.imports.reasons}>
      <List size="sm">
        {reasons.map((reason) => (
          <List.Item key={reason}>{reason}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

function factsOf(detail: ImportDetail): readonly (readonly [string, ReactNode])[] {
  const { facts } = words.imports;
  return [
    [facts.begun, formatInstant(detail.startedAt)],
    [facts.ended, detail.finishedAt === null ? '–' : formatInstant(detail.finishedAt)],
    [facts.by, detail.by ?? '–'],
    [facts.subjects, detail.subjects === null ? '–' : formatCount(detail.subjects)],
    [facts.problems, formatCount(detail.problems)],
  ];
}

export function Report({ detail }: { readonly detail: ImportDetail }) {
  const { imports } = words;
  if (detail.lines.length === 0)
    return detail.reasons.length > 0 ? null : <Text c="dimmed">{imports.noReport}</Text>;
  const save = (): void =>
    saveFile(
      new Blob([`${JSON.stringify(detail.report, null, 2)}\n`], { type: 'application/json' }),
      `import_${detail.id}.json`,
    );
  return (
    <Section
      title={imports.report}
      actions={
        <Button variant="default" leftSection={<Download size={15} aria-hidden />} onClick={save}>
          {imports.saveReport}
        </Button>
      }
    >
      <ReportLines lines={detail.lines} label={imports.report} />
    </Section>
  );
}
