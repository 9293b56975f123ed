import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { useSecretForm, WhyRefused } from '../secretForm.tsx';
import { confirmWords as words } from './factorWords.ts';

export type ConfirmValues = z.infer<typeof confirmValues>;
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
  const { form, send, sendPasskey, isPending } = useConfirm(props);
  const focusOn = (field: Field) => takesFocus && fields[0] === field;
  return (
    <form onSubmit={send} noValidate aria-label={label}>
      <Stack gap="md" maw="26rem">
        {detail !== undefined && <Text size="sm">{detail}</Text>}
        <WhyRefused form={form} />
        {fields.includes('name') && (
          <TextInput
            label={words.name}
            description={words.nameDetail}
            autoFocus={focusOn('name')}
            autoComplete="off"
            maxLength={100}
            {...form.getInputProps('name')}
          />
        )}
        {fields.includes('password') && (
          <PasswordInput
            label={words.password}
            autoComplete="current-password"
            autoFocus={focusOn('password')}
            visibilityToggleButtonProps={{ 'aria-label': words.show }}
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
            {...form.getInputProps('code')}
          />
        )}
        <Group gap="sm">
          <Button
            type="submit"
            variant={isSecondary ? 'default' : 'filled'}
            loading={isPending}
            disabled={form.isBlocked}
          >
            {submit}
          </Button>
          {sendPasskey && (
            <Button variant="default" disabled={isPending || form.isBlocked} onClick={sendPasskey}>
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

const confirmValues = z.object({ name: z.string(), password: z.string(), code: z.string() });
const missing = { name: words.missingName, password: words.missingPassword, code: words.missingCode };

const judgeOf = (fields: ConfirmFormProps['fields']) =>
  confirmValues.superRefine((values, { addIssue }) => {
    for (const field of fields)
      if (values[field].trim() === '') addIssue({ code: 'custom', path: [field], message: missing[field] });
  });

function useConfirm({ fields, onSubmit, onPasskey }: ConfirmFormProps) {
  const byForm = useMutation({ mutationFn: onSubmit, gcTime: 0 });
  const byPasskey = useMutation({ mutationFn: onPasskey ?? onSubmit, gcTime: 0 });
  const form = useSecretForm<ConfirmValues>({
    start: { name: '', password: '', code: '' },
    judge: judgeOf(fields),
    fieldOfCode: { bad_code: 'code', bad_credentials: 'password' },
  });
  const sendPasskey =
    onPasskey &&
    (() => {
      form.clearErrors();
      const wanting = fields.filter((field) => field !== 'code').map((field) => form.validateField(field));
      if (!wanting.some(({ hasError }) => hasError)) form.run(byPasskey);
    });
  return { form, send: form.send(byForm), sendPasskey, isPending: byForm.isPending || byPasskey.isPending };
}
