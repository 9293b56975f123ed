import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { Button, List, PasswordInput, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { request } from '../../api/client.ts';
import { Section } from '../../ui/Section.tsx';
import { sessionsQuery, tokensQuery } from './accessQueries.ts';
import { shortestPassword, passwordWords as words } from './accessWords.ts';
import { useSecretForm, WhyRefused } from './secretForm.tsx';

const inputs = [
  { name: 'current', autoComplete: 'current-password' },
  { name: 'next', autoComplete: 'new-password' },
  { name: 'again', autoComplete: 'new-password' },
] as const;

/** Changes the password of an account that has one here. A refusal is shown at the field that it is about. */
export function PasswordPanel({ username }: { readonly username: string }) {
  const change = useChangePassword();
  const form = useSecretForm<PasswordValues>({
    start: { current: '', next: '', again: '' },
    judge: passwordSchema,
    fieldOfCode: { weak_password: 'next', bad_credentials: 'current' },
  });
  const submit = form.send(change, () => {
    form.reset();
    notifications.show({ color: 'green', title: words.done, message: words.doneDetail });
  });
  return (
    <Section title={words.title} detail={words.detail}>
      <List size="sm" spacing={4}>
        {words.rules.map((rule) => (
          <List.Item key={rule}>{rule}</List.Item>
        ))}
      </List>
      <form onSubmit={submit} noValidate aria-label={words.title}>
        <Stack gap="md" maw="26rem">
          <WhyRefused form={form} />
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
              key={name}
              label={words[name]}
              autoComplete={autoComplete}
              visibilityToggleButtonProps={{ 'aria-label': `${words.show}: ${words[name]}` }}
              {...form.getInputProps(name)}
            />
          ))}
          <Button
            type="submit"
            loading={change.isPending}
            disabled={form.isBlocked}
            style={{ alignSelf: 'start' }}
          >
            {words.submit}
          </Button>
        </Stack>
      </form>
    </Section>
  );
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
