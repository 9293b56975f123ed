import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { words } from '../cohortWords.ts';

/** Shows what was done and offers to undo it, for some seconds. */
export function offerUndo(what: string, undo: () => void): void {
  const id = notifications.show({
    autoClose: 8000,
    message: (
      <Group justify="space-between" wrap="nowrap">
        {what}
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          {words.undo}
        </Button>
      </Group>
    ),
  });
}
