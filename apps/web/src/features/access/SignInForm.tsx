import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { request } from '../../api/client.ts';
import { LogIn } from '../../ui/icons.ts';
import { signInWords as words } from './accessWords.ts';
import { useSecretForm, WhyRefused } from './secretForm.tsx';
import { useBeginSession } from './useBeginSession.ts';

/** Name and password. The screen leaves by itself when the session begins. */
export function SignInForm() {
  const signIn = useSignIn();
  const form = useSecretForm({
    start: { username: '', password: '' },
    judge: signInSchema,
    fieldAfterFailure: 'password',
  });
  const name = form.getInputNode;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is given once
  useEffect(() => {
    if (['BODY', 'MAIN', 'H1'].includes(document.activeElement?.tagName ?? '')) name('username')?.focus();
  }, []);
  return (
    <form onSubmit={form.send(signIn)} noValidate aria-label={words.form}>
      <Stack gap="md">
        <WhyRefused form={form} />
        <TextInput
          label={words.username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          data-arrival
          {...form.getInputProps('username')}
        />
        <PasswordInput
          label={words.password}
          autoComplete="current-password"
          size="md"
          visibilityToggleButtonProps={{ 'aria-label': words.show }}
          {...form.getInputProps('password')}
        />
        <Button
          type="submit"
          size="md"
          mt="xs"
          loading={signIn.isPending}
          disabled={form.isBlocked}
          leftSection={<LogIn size={18} aria-hidden />}
        >
          {words.submit}
        </Button>
      </Stack>
    </form>
  );
}

/** What is checked before the form is sent. */
const signInSchema = z.object({
  username: z.string().trim().min(1, 'Enter your user name'),
  password: z.string().min(1, 'Enter your password'),
});
type SignInValues = z.infer<typeof signInSchema>;

/** Starts a session, or the second step of the sign-in. */
function useSignIn() {
  const begin = useBeginSession();
  return useMutation({
    mutationFn: (body: SignInValues) => request(accessEndpoints.signIn, { body }),
    onSuccess: begin,
  });
}
