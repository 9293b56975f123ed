import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { ImportDetail } from '@atrium/contract/wire/adminData';
import { Alert, Button, Group, List, Paper, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { describeError } from '../../../../api/apiError.ts';
import { request } from '../../../../api/client.ts';
import { failureOf } from '../../../../api/failureOf.ts';
import { FailedAlert } from '../../../../ui/FailedAlert.tsx';
import { CircleAlert, CircleCheck } from '../../../../ui/icons.ts';
import { Section } from '../../../../ui/Section.tsx';
import { useRoomAction } from '../../dialog/useRoomAction.ts';
import { draftQuery, importQuery, isOpen } from '../dataQueries.ts';
import { CancelButton, Going, Report } from '../ImportPage.tsx';
import { useImportEvents } from '../useImportEvents.ts';
import classes from './Desk.module.css';
import { isIdGood, stepIds } from './deskSteps.ts';
import { deskWords as words } from './deskWords.ts';
import { type DeskLinks, LivePart } from './LivePart.tsx';
import type { Desk } from './useDesk.ts';

interface StepProps extends DeskLinks {
  readonly desk: Desk;
}

type Mode = 'dry_run' | 'build' | 'import';

/** Why nothing can be begun now; null where it can. */
function obstacleOf(desk: Desk): string | null {
  const { load } = words;
  if (!isIdGood(desk)) return load.needsId;
  if (desk.draft.isOwn && !desk.isSaved) return desk.failure === null ? load.unsaved : words.saving.failed;
  return desk.draft.progress === null ? null : load.waits;
}

/** A dry run with its report, the import, and then who may see it, all on the page (rule 10.46). */
export function LoadStep({ desk, ...links }: StepProps) {
  const { draft } = desk;
  const { load } = words;
  const client = useQueryClient();
  const begin = useRoomAction({
    act: (mode: Mode) =>
      request(adminEndpoints.data.imports.start, { body: { source: { kind: 'draft', id: draft.id }, mode } }),
    say: () => null,
    onDone: () => void client.invalidateQueries({ queryKey: draftQuery(draft.id).queryKey }),
  });
  const run = useQuery({ ...importQuery(draft.run?.importId ?? 0), enabled: draft.run !== null });
  const isRunning = run.data !== undefined && isOpen(run.data);
  useImportEvents(draft.run?.importId ?? 0, isRunning);
  const obstacle = obstacleOf(desk);
  const isBusy = begin.isPending || isRunning;
  const button = (mode: Mode, label: string, variant: string) => (
    <Button
      variant={variant}
      disabled={obstacle !== null || isRunning}
      loading={begin.isPending && begin.variables === mode}
      onClick={() => begin.mutate(mode)}
    >
      {label}
    </Button>
  );
  return (
    <div id={stepIds.load} className={classes.target}>
      <Section title={load.title} detail={load.detail}>
        <Paper withBorder p="md">
          <Stack gap="md">
            <Group gap="sm">
              {button('dry_run', run.data === undefined ? load.dryRun : load.again, 'default')}
              {button('import', load.load, 'filled')}
              {button('build', load.hold, 'default')}
              {isRunning && <CancelButton importId={run.data.id} />}
            </Group>
            <Text size="sm" c="dimmed" role="status">
              {isBusy ? '' : (obstacle ?? load.holdDetail)}
            </Text>
            <FailedAlert {...failureOf(begin)} />
            {run.isError && (
              <FailedAlert says={describeError(run.error)} onRetry={() => void run.refetch()} />
            )}
            {run.data !== undefined && <Run desk={desk} detail={run.data} {...links} />}
          </Stack>
        </Paper>
      </Section>
    </div>
  );
}

type RunProps = DeskLinks & { readonly desk: Desk; readonly detail: ImportDetail };

function Run({ desk, detail, ...links }: RunProps) {
  const { load } = words;
  if (isOpen(detail)) return <Going detail={detail} />;
  const isOlder = desk.draft.run?.revision !== desk.draft.revision || !desk.isSaved;
  return (
    <Stack gap="md">
      {isOlder && (
        <Text size="sm" c="dimmed">
          {load.older}
        </Text>
      )}
      <Outcome detail={detail} />
      <Report detail={detail} />
      {links.linkTo('imports', String(detail.id), load.log)}
      {detail.state === 'done' && detail.release !== null && <LivePart detail={detail} {...links} />}
    </Stack>
  );
}

function Outcome({ detail }: { readonly detail: ImportDetail }) {
  const { load } = words;
  const { state, subjects, problems, reasons, kind } = detail;
  if (state === 'done')
    return (
      <Alert
        color={kind === 'dry_run' && problems > 0 ? 'yellow' : 'green'}
        role="status"
        icon={<CircleCheck size={18} aria-hidden />}
      >
        {kind === 'dry_run' ? load.tried(subjects ?? 0, problems) : load.loaded(subjects ?? 0)}
      </Alert>
    );
  if (state === 'waiting' || state === 'running') return null;
  return (
    <Alert
      color="red"
      role="alert"
      icon={<CircleAlert size={18} aria-hidden />}
      title={load.failedTitles[state]}
    >
      <List size="sm">
        {reasons.map((reason) => (
          <List.Item key={reason}>{reason}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
