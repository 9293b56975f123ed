import type { ReportDetail } from '@atrium/contract/wire/report';
import { Alert, Stack, Text } from '@mantine/core';
import { FailedAlert } from '../../../ui/FailedAlert.tsx';
import { TriangleAlert } from '../../../ui/icons.ts';
import { DialogFrame } from '../dialogs/DialogFrame.tsx';
import { listOf, loadWords as words } from '../reportWords.ts';

interface LoadDialogProps {
  readonly detail: ReportDetail;
  /** How many subjects the active cohort has, in words, once that is known. */
  readonly activeCount: string | undefined;
  /** Where that could not be counted: asks again. */
  readonly onRecount: (() => void) | undefined;
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly onLoad: () => void;
  readonly onClose: () => void;
}

/** Says what loading a report replaces, and that it can be undone. */
export function LoadDialog(props: LoadDialogProps) {
  const { detail, activeCount, onRecount, error, isBusy, onLoad, onClose } = props;
  const replaced = [
    words.cohort(activeCount),
    words.table,
    ...(detail.analysis === null ? [] : [words.crossTab]),
  ];
  return (
    <DialogFrame
      title={words.title}
      error={error}
      isBusy={isBusy}
      isShort
      close={words.cancel}
      confirm={{ label: words.confirm, onConfirm: onLoad }}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {detail.report.name}
        </Text>
        <Text>
          {words.replaces(listOf(replaced))} {words.undo}
        </Text>
        {onRecount && <FailedAlert says={words.notCounted} onRetry={onRecount} />}
        {detail.errors.length > 0 && (
          <Alert color="yellow" icon={<TriangleAlert size={18} aria-hidden />}>
            {words.errors}
          </Alert>
        )}
      </Stack>
    </DialogFrame>
  );
}
