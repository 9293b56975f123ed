import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { ApiError, describeError } from '../../../api/apiError.ts';
import { useCountdown, Waiting } from '../Waiting.tsx';
import { confirmWords as words } from './words.ts';

export interface ConfirmValues {
  readonly name: string;
  readonly password: string;
  readonly code: string;
}
type Field = keyof ConfirmValues;
type Send = (values: ConfirmValues) => Promise<unknown>;

export interface ConfirmFormProps {
  /** The accessible name of the form. */
  readonly label: string;
  readonly detail?: string;
  /** The fields of the form; other values are sent empty. */
  readonly fields: readonly Field[];
  readonly codeDetail?: string;
  /** Whether the first field has the focus from the start; default: yes. */
  readonly takesFocus?: boolean;
  readonly submit: string;
  /** Whether another button of the page is the main one; default: no. */
  readonly isSecondary?: boolean;
  readonly onSubmit: Send;
  /** Where a passkey can stand in for the code. */
  readonly onPasskey?: Send | undefined;
  readonly cancel?: { readonly label: string; readonly onCancel: () => void };
}

/** Asks for a name, a password, a code or several of them. A refusal is shown at the field that it is about. */
export function ConfirmForm(props: ConfirmFormProps) {
  const { label, detail, fields, codeDetail = words.codeDetail, takesFocus = true } = props;
  const { submit, isSecondary = false, cancel } = props;
  const { form, send, sendPasskey, failure, seconds, isPending } = useConfirm(props);
  const focusOn = (field: Field) => takesFocus && fields[0] === field;
  return (
    <form onSubmit={send} noValidate aria-label={label}>
      <Stack gap="md" maw="26rem">
        {detail !== undefined && <Text size="sm">{detail}</Text>}
        {failure !== null && <Failure>{failure}</Failure>}
        {seconds > 0 && <Waiting seconds={seconds} />}
        {fields.includes('name') && (
          <TextInput
            label={words.name}
            description={words.nameDetail}
            autoFocus={focusOn('name')}
            autoComplete="off"
            maxLength={100}
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
        )}
        {fields.includes('password') && (
          <PasswordInput
            label={words.password}
            autoComplete="current-password"
            autoFocus={focusOn('password')}
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
            autoFocus={focusOn('code')}
            autoCapitalize="characters"
            spellCheck={false}
            key={form.key('code')}
            {...form.getInputProps('code')}
          />
        )}
        <Group gap="sm">
          <Button
            type="submit"
            variant={isSecondary ? 'default' : 'filled'}
            loading={isPending}
            disabled={seconds > 0}
          >
            {submit}
          </Button>
          {sendPasskey && (
            <Button variant="default" disabled={isPending || seconds > 0} onClick={sendPasskey}>
              {words.usePasskey}
            </Button>
          )}
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

/** An error that is not about a field. */
export function Failure({ children }: { readonly children: string }) {
  return (
    <Alert color="red" role="alert" icon={<CircleAlert size={18} aria-hidden />}>
      {children}
    </Alert>
  );
}

/** The field that a refusal is about, if the form has it. */
function fieldOf(error: unknown, fields: ConfirmFormProps['fields']): Field | undefined {
  const code = error instanceof ApiError ? error.code : undefined;
  const named = code === 'bad_code' ? 'code' : code === 'bad_credentials' ? 'password' : undefined;
  return fields.find((field) => field === named);
}

function useConfirm({ fields, onSubmit, onPasskey }: ConfirmFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { seconds, start } = useCountdown();
  const missing = (field: Field, says: string) => (given: string) =>
    fields.includes(field) && given.trim() === '' ? says : null;
  const form = useForm<ConfirmValues>({
    mode: 'uncontrolled',
    initialValues: { name: '', password: '', code: '' },
    validate: {
      name: missing('name', words.missingName),
      password: missing('password', words.missingPassword),
      code: missing('code', words.missingCode),
    },
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (run: Send) => run(form.getValues()),
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
  const run = (act: Send) => {
    setFailure(null);
    if (seconds === 0) mutate(act);
  };
  const send = form.onSubmit(() => run(onSubmit));
  const sendPasskey =
    onPasskey &&
    (() => {
      form.clearErrors();
      const wanting = fields.filter((field) => field !== 'code').map((field) => form.validateField(field));
      if (!wanting.some(({ hasError }) => hasError)) run(onPasskey);
    });
  return { form, send, sendPasskey, failure, seconds, isPending };
}
