import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { ApiError, describeError } from '../../../api/apiError.ts';
import { useCountdown, Waiting } from '../Waiting.tsx';
import { confirmWords as words } from './words.ts';

interface Values {
  readonly password: string;
  readonly code: string;
}

export interface ConfirmFormProps {
  /** The accessible name of the form. */
  readonly label: string;
  readonly detail?: string;
  /** What is asked for; other values are sent empty. */
  readonly fields: readonly (keyof Values)[];
  readonly codeDetail?: string;
  /** Whether the first field has the focus from the start; default: yes. */
  readonly takesFocus?: boolean;
  readonly submit: string;
  readonly onSubmit: (values: Values) => Promise<unknown>;
  readonly cancel?: { readonly label: string; readonly onCancel: () => void };
}

/** Asks for a password, a code or both. A refusal is shown at the field that it is about. */
export function ConfirmForm(props: ConfirmFormProps) {
  const { label, detail, fields, codeDetail = words.codeDetail, takesFocus = true, submit, cancel } = props;
  const { form, send, failure, seconds, isPending } = useConfirm(props);
  return (
    <form onSubmit={send} noValidate aria-label={label}>
      <Stack gap="md" maw="26rem">
        {detail !== undefined && <Text size="sm">{detail}</Text>}
        {failure !== null && (
          <Alert color="red" role="alert" icon={<CircleAlert size={18} aria-hidden />}>
            {failure}
          </Alert>
        )}
        {seconds > 0 && <Waiting seconds={seconds} />}
        {fields.includes('password') && (
          <PasswordInput
            label={words.password}
            autoComplete="current-password"
            autoFocus={takesFocus}
            visibilityToggleButtonProps={{ 'aria-label': words.show }}
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
        )}
        {fields.includes('code') && (
          <TextInput
            label={words.code}
            description={codeDetail}
            autoComplete="one-time-code"
            autoFocus={takesFocus && !fields.includes('password')}
            autoCapitalize="characters"
            spellCheck={false}
            key={form.key('code')}
            {...form.getInputProps('code')}
          />
        )}
        <Group gap="sm">
          <Button type="submit" loading={isPending} disabled={seconds > 0}>
            {submit}
          </Button>
          {cancel && (
            <Button variant="default" onClick={cancel.onCancel}>
              {cancel.label}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** The field that a refusal is about, if the form has it. */
function fieldOf(error: unknown, fields: ConfirmFormProps['fields']): keyof Values | undefined {
  const code = error instanceof ApiError ? error.code : undefined;
  const named = code === 'bad_code' ? 'code' : code === 'bad_credentials' ? 'password' : undefined;
  return fields.find((field) => field === named);
}

function useConfirm({ fields, onSubmit }: ConfirmFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { seconds, start } = useCountdown();
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: { password: '', code: '' },
    validate: {
      password: (given) => (fields.includes('password') && given === '' ? words.missingPassword : null),
      code: (given) => (fields.includes('code') && given.trim() === '' ? words.missingCode : null),
    },
  });
  const { mutate, isPending } = useMutation({
    mutationFn: onSubmit,
    gcTime: 0,
    onError: (error) => {
      const wait = error instanceof ApiError ? (error.retryAfter ?? 0) : 0;
      start(wait);
      const field = fieldOf(error, fields);
      if (field === undefined) return setFailure(wait > 0 ? null : describeError(error));
      form.setFieldError(field, describeError(error));
      form.getInputNode(field)?.focus();
    },
  });
  const send = form.onSubmit((values) => {
    setFailure(null);
    if (seconds === 0) mutate(values);
  });
  return { form, send, failure, seconds, isPending };
}
