import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '../../api/apiError.ts';
import { Download } from '../../ui/icons.ts';
import { saveLines } from './auditQueries.ts';
import { words } from './auditWords.ts';
import type { LineFilter } from './lineFilter.ts';

/** Saves all lines that match the filter. The export itself becomes a line of the audit. */
export function ExportButton({ filter }: { readonly filter: LineFilter }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => saveLines(filter),
    onSuccess: () => {
      notifications.show({ color: 'green', message: words.exported });
      return client.invalidateQueries({ queryKey: ['audit'] });
    },
    onError: (error) =>
      notifications.show({ color: 'red', title: words.exportFailed, message: describeError(error) }),
  });
  return (
    <Button
      variant="default"
      title={words.exportDetail}
      loading={save.isPending}
      leftSection={<Download size={16} aria-hidden />}
      onClick={() => save.mutate()}
    >
      {words.exportCsv}
    </Button>
  );
}
