import { accessEndpoints } from '@atrium/contract';
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { CircleAlert, LogIn } from 'lucide-react';
import { useEffect } from 'react';
import { z } from 'zod';
import { ApiError, describeError } from '../../api/apiError.ts';
import { request } from '../../api/client.ts';
import { useBeginSession } from './useBeginSession.ts';
import { useCountdown, Waiting } from './Waiting.tsx';
import { signInWords as words } from './words.ts';

const waitOf = (error: unknown): number => (error instanceof ApiError ? (error.retryAfter ?? 0) : 0);

/** Name and password. The screen leaves by itself when the session begins. */
export function SignInForm() {
  const signIn = useSignIn();
  const wait = useCountdown();
  const form = useForm<SignInValues>({
    mode: 'uncontrolled',
    initialValues: { username: '', password: '' },
    validate: schemaResolver(signInSchema, { sync: true }),
  });
  const name = form.getInputNode;
  useEffect(() => {
    if (['BODY', 'MAIN', 'H1'].includes(document.activeElement?.tagName ?? '')) name('username')?.focus();
  }, [name]);
  const onError = (error: unknown) => {
    wait.start(waitOf(error));
    form.getInputNode('password')?.focus();
  };
  const submit = form.onSubmit((values) => {
    if (wait.seconds === 0) signIn.mutate(values, { onError });
  });
  const isWaiting = waitOf(signIn.error) > 0;
  return (
    <form onSubmit={submit} noValidate aria-label={words.form}>
      <Stack gap="md">
        {signIn.isError && !isWaiting && <Refused>{describeError(signIn.error)}</Refused>}
        {isWaiting && wait.seconds > 0 && <Waiting seconds={wait.seconds} />}
        <TextInput
          label={words.username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          data-arrival
          key={form.key('username')}
          {...form.getInputProps('username')}
        />
        <PasswordInput
          label={words.password}
          autoComplete="current-password"
          size="md"
          visibilityToggleButtonProps={{ 'aria-label': words.show }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button
          type="submit"
          size="md"
          mt="xs"
          loading={signIn.isPending}
          disabled={wait.seconds > 0}
          leftSection={<LogIn size={18} aria-hidden />}
        >
          {words.submit}
        </Button>
      </Stack>
    </form>
  );
}

function Refused({ children }: { readonly children: string }) {
  return (
    <Alert color="red" icon={<CircleAlert size={18} aria-hidden />} role="alert">
      {children}
    </Alert>
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
