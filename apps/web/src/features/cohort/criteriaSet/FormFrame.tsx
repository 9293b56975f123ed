import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Messages } from '../Messages.tsx';
import { setWords } from './words.ts';

interface FormFrameProps {
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly isSaving: boolean;
  /** The form has nothing that could be saved. */
  readonly isIdle?: boolean;
  /** Errors that belong to no field. */
  readonly errors: readonly string[];
  readonly children: ReactNode;
}

/** A form of a criteria set: its fields, what speaks against it, confirm and cancel. */
export function FormFrame({ onSubmit, onCancel, isSaving, isIdle, errors, children }: FormFrameProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving && isIdle !== true) onSubmit();
      }}
    >
      <Stack>
        {children}
        <Messages errors={errors} warnings={[]} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {setWords.cancel}
          </Button>
          <Button type="submit" loading={isSaving} disabled={isIdle === true}>
            {setWords.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
