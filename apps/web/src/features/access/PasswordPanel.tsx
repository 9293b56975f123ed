import { accessEndpoints } from '@atrium/contract';
import { Alert, Button, List, PasswordInput, Stack } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { ApiError, describeError } from '../../api/apiError.ts';
import { request } from '../../api/client.ts';
import { Section } from '../../ui/Section.tsx';
import { sessionsQuery, tokensQuery } from './queries.ts';
import { useCountdown, Waiting } from './Waiting.tsx';
import { shortestPassword, passwordWords as words } from './words.ts';

/** The field that a refusal is about, if it is about one. */
function fieldOf(error: unknown): 'current' | 'next' | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'weak_password') return 'next';
  return error.code === 'bad_credentials' ? 'current' : null;
}

const empty: PasswordValues = { current: '', next: '', again: '' };
const inputs = [
  { name: 'current', autoComplete: 'current-password' },
  { name: 'next', autoComplete: 'new-password' },
  { name: 'again', autoComplete: 'new-password' },
] as const;

/** Changes the password of an account that has one here. A refusal is shown at the field that it is about. */
export function PasswordPanel({ username }: { readonly username: string }) {
  const { form, submit, failure, seconds, isPending } = usePasswordForm();
  return (
    <Section title={words.title} detail={words.detail}>
      <List size="sm" spacing={4}>
        {words.rules.map((rule) => (
          <List.Item key={rule}>{rule}</List.Item>
        ))}
      </List>
      <form onSubmit={submit} noValidate aria-label={words.title}>
        <Stack gap="md" maw="26rem">
          {failure !== null && (
            <Alert color="red" role="alert" icon={<CircleAlert size={18} aria-hidden />}>
              {failure}
            </Alert>
          )}
          {seconds > 0 && <Waiting seconds={seconds} />}
          <input
            type="text"
            name="username"
            autoComplete="username"
            aria-label={words.username}
            value={username}
            readOnly
            hidden
          />
          {inputs.map(({ name, autoComplete }) => (
            <PasswordInput
              key={form.key(name)}
              label={words[name]}
              autoComplete={autoComplete}
              visibilityToggleButtonProps={{ 'aria-label': words.show }}
              {...form.getInputProps(name)}
            />
          ))}
          <Button type="submit" loading={isPending} disabled={seconds > 0} style={{ alignSelf: 'start' }}>
            {words.submit}
          </Button>
        </Stack>
      </form>
    </Section>
  );
}

function usePasswordForm() {
  const change = useChangePassword();
  const { seconds, start } = useCountdown();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<PasswordValues>({
    mode: 'uncontrolled',
    initialValues: empty,
    validate: schemaResolver(passwordSchema, { sync: true }),
  });
  const onSuccess = () => {
    form.reset();
    notifications.show({ color: 'green', title: words.done, message: words.doneDetail });
  };
  const onError = (error: unknown) => {
    const field = fieldOf(error);
    const wait = error instanceof ApiError ? (error.retryAfter ?? 0) : 0;
    start(wait);
    if (field === null) return setFailure(wait > 0 ? null : describeError(error));
    form.setFieldError(field, describeError(error));
    form.getInputNode(field)?.focus();
  };
  const submit = form.onSubmit((values) => {
    setFailure(null);
    change.mutate(values, { onSuccess, onError });
  });
  return { form, submit, failure, seconds, isPending: change.isPending };
}

/** What is checked before the form is sent. */
const passwordSchema = z
  .object({
    current: z.string().min(1, words.missingCurrent),
    next: z.string().refine((given) => [...given].length >= shortestPassword, {
      error: ({ input }) => words.tooShort([...String(input)].length),
    }),
    again: z.string(),
  })
  .refine(({ next, again }) => next === again, { path: ['again'], error: words.differs });
type PasswordValues = z.infer<typeof passwordSchema>;

/** Changes the person's password, which ends all other sessions and all tokens. */
function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ current, next }: PasswordValues) =>
      request(accessEndpoints.changePassword, { body: { currentPassword: current, newPassword: next } }),
    onSuccess: () =>
      Promise.all([sessionsQuery, tokensQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey }))),
  });
}
