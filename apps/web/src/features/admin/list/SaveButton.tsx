import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { describeError } from '../../../api/apiError.ts';
import { words } from './words.ts';

/** Saves the rows of a list as a file. */
export function SaveButton({ onSave }: { readonly onSave: () => Promise<void> }) {
  const save = useMutation({
    mutationFn: onSave,
    onSuccess: () => notifications.show({ color: 'green', message: words.saved }),
    onError: (error) =>
      notifications.show({ color: 'red', title: words.saveFailed, message: describeError(error) }),
  });
  return (
    <Button
      variant="default"
      title={words.saveDetail}
      loading={save.isPending}
      leftSection={<Download size={16} aria-hidden />}
      onClick={() => save.mutate()}
    >
      {words.saveCsv}
    </Button>
  );
}
