import { reportEndpoints } from '@atrium/contract/endpoints/report';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../../api/client.ts';
import { announce } from '../../../ui/announce.ts';
import { deleteFormOptions, type ReportOf } from '../reportQueries.ts';
import { dialogWords as words } from '../reportWords.ts';
import { useReportChange } from '../useReportChange.ts';
import { DialogFrame } from './DialogFrame.tsx';

interface DeleteDialogProps extends ReportOf {
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Asks before a report of one's own is deleted. */
export function DeleteDialog({ dataset, reportId, onClose, onDeleted }: DeleteDialogProps) {
  const of = { dataset, reportId };
  const form = useQuery(deleteFormOptions(of));
  const remove = useReportChange(dataset, () => request(reportEndpoints.delete, { params: of }));
  const name = form.data?.data.report ?? '';
  return (
    <DialogFrame
      title={form.data?.title ?? words.deleteTitle}
      loads={form}
      isLoading={form.isPending}
      error={remove.error}
      isBusy={remove.isPending}
      isShort
      close={words.keep}
      confirm={{
        label: words.confirmDelete,
        isDanger: true,
        onConfirm: () =>
          remove.mutate(undefined, {
            onSuccess: () => {
              announce(words.deleted(name));
              onDeleted();
            },
          }),
      }}
      onClose={onClose}
    >
      <Text>{words.deleteSentence(name)}</Text>
    </DialogFrame>
  );
}
