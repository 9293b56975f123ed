import { Button, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { FieldErrors } from '../../../api/definition/fieldErrors.ts';
import { DialogActions } from '../../../ui/DialogActions.tsx';
import { DraftNotice, type NoticedDraft } from '../../../ui/DraftNotice.tsx';
import { Messages } from '../Messages.tsx';
import { setWords } from './criteriaSetWords.ts';

interface FormFrameProps {
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly isSaving: boolean;
  /** The form has nothing that could be saved. */
  readonly isIdle?: boolean;
  readonly errors: FieldErrors;
  readonly draft: NoticedDraft;
  /** What stands beside the buttons, such as the count that they lead to. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

/** A form of a criteria set: its fields, its errors, confirm and cancel. */
export function FormFrame({ onSubmit, onCancel, isSaving, isIdle, errors, ...props }: FormFrameProps) {
  const { draft, beside, children } = props;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => focusFirst(form.current, '[data-autofocus], [type="radio"]:checked'), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every refusal leads to the first field that it names
  useEffect(() => focusFirst(form.current, '[aria-invalid="true"]'), [errors]);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving && isIdle !== true) onSubmit();
      }}
    >
      <Stack>
        {children}
        <DraftNotice draft={draft} />
        <Messages errors={errors.rest} warnings={[]} />
        <DialogActions>
          {beside}
          <Button variant="default" onClick={onCancel}>
            {setWords.cancel}
          </Button>
          <Button type="submit" loading={isSaving} disabled={isIdle === true}>
            {setWords.confirm}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}

const focusFirst = (form: HTMLFormElement | null, selector: string): void =>
  form?.querySelector<HTMLElement>(selector)?.focus();
