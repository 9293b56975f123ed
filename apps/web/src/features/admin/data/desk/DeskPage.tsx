import type { Draft } from '@atrium/contract/wire/draft';
import { Alert, Button, Group, Loader, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeError } from '../../../../api/apiError.ts';
import { CheckCircle2, CircleAlert, CircleDashed } from '../../../../ui/icons.ts';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { ItemPage } from '../../rooms/ItemPage.tsx';
import { draftQuery } from '../dataQueries.ts';
import { ColumnsStep } from './ColumnsStep.tsx';
import { DatasetStep } from './DatasetStep.tsx';
import classes from './Desk.module.css';
import { type DeskStep, stepsOf } from './deskSteps.ts';
import { viewOf } from './deskView.ts';
import { deskWords as words } from './deskWords.ts';
import { FilesStep } from './FilesStep.tsx';
import type { DeskLinks } from './LivePart.tsx';
import { LoadStep } from './LoadStep.tsx';
import { type Desk, useDesk } from './useDesk.ts';
import { WhoStep } from './WhoStep.tsx';

interface DeskPageProps extends DeskLinks {
  readonly draftId: string;
  readonly back: ReactNode;
}

/** Files become a dataset on one page: how they are read, who sees what, a dry run, and the import (rule 10.46). */
export function DeskPage({ draftId, back, ...links }: DeskPageProps) {
  const found = useQuery(draftQuery(draftId));
  return (
    <ItemPage found={found} failed={words.failed} back={back} skeletonHeights={[56, 40, 320]}>
      {(draft) => <DeskOf draft={draft} back={back} {...links} />}
    </ItemPage>
  );
}

function DeskOf({ draft, back, ...links }: { readonly draft: Draft; readonly back: ReactNode } & DeskLinks) {
  const desk = useDesk(draft);
  const view = viewOf(draft, desk.decisions);
  return (
    <Stack gap="xl">
      <PageHeader eyebrow={back} title={words.title} description={words.detail} />
      <div className={classes.bar}>
        <Steps steps={stepsOf(desk, view)} />
        <SavingState desk={desk} />
      </div>
      {!draft.isOwn && <Alert color="yellow">{words.saving.readOnly}</Alert>}
      <Conflict desk={desk} />
      <Reading desk={desk} />
      <FilesStep desk={desk} view={view} />
      <ColumnsStep desk={desk} view={view} />
      <DatasetStep desk={desk} view={view} />
      <WhoStep desk={desk} view={view} />
      <LoadStep desk={desk} {...links} />
    </Stack>
  );
}

const icons = { done: CheckCircle2, open: CircleDashed, fault: CircleAlert } as const;

function Steps({ steps }: { readonly steps: readonly DeskStep[] }) {
  return (
    <nav aria-label={words.steps} className={classes.steps}>
      {steps.map(({ id, title, state, detail }) => {
        const Icon = icons[state];
        return (
          <a key={id} href={`#${id}`} className={classes.step} data-state={state}>
            <Icon size={16} aria-hidden />
            <span>{title}</span>
            {detail !== null && <VisuallyHidden>: {detail}</VisuallyHidden>}
          </a>
        );
      })}
    </nav>
  );
}

function SavingState({ desk: { isSaved, isSaving, failure, draft } }: { readonly desk: Desk }) {
  const { saving } = words;
  if (!draft.isOwn) return null;
  return (
    <Text size="sm" role="status" c={failure !== null && !isSaved ? 'var(--atrium-danger)' : 'dimmed'}>
      {isSaved ? saving.saved : isSaving ? saving.saving : saving.failed}
    </Text>
  );
}

/** What could not be saved stays on the page, and is sent again. */
function Conflict({ desk }: { readonly desk: Desk }) {
  const { saving } = words;
  if (desk.failure === null) return null;
  return (
    <Alert
      color="red"
      role="alert"
      icon={<CircleAlert size={18} aria-hidden />}
      title={desk.isConflict ? saving.conflict : saving.failed}
    >
      <Stack gap="sm" align="start">
        <Text size="sm">{desk.isConflict ? saving.conflictDetail : describeError(desk.failure)}</Text>
        <Group gap="sm">
          <Button size="xs" variant="default" onClick={desk.save}>
            {desk.isConflict ? saving.mine : saving.retry}
          </Button>
          {desk.isConflict && (
            <Button size="xs" variant="default" onClick={desk.discard}>
              {saving.theirs}
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}

/** How far the files are read again, or why they cannot be read so. */
function Reading({ desk: { draft, cancelReading } }: { readonly desk: Desk }) {
  const { reading } = words;
  const { progress, failure } = draft;
  if (progress !== null)
    return (
      <Group gap="sm" className={classes.working} role="status">
        <Loader size="xs" aria-hidden />
        <Text size="sm" flex="1 1 12rem">
          {reading.again}: {progress.step}
          {progress.detail === null ? '' : ` (${progress.detail})`}
        </Text>
        {draft.isOwn && (
          <Button size="compact-sm" variant="default" onClick={cancelReading}>
            {reading.cancel}
          </Button>
        )}
      </Group>
    );
  if (failure === null) return null;
  return (
    <Alert color="red" role="alert" icon={<CircleAlert size={18} aria-hidden />} title={reading.failed}>
      <Stack gap="sm" align="start">
        <Text size="sm">{failure}</Text>
        <Text size="sm">{reading.failedDetail}</Text>
        <Button size="xs" variant="default" onClick={cancelReading}>
          {reading.undo}
        </Button>
      </Stack>
    </Alert>
  );
}
