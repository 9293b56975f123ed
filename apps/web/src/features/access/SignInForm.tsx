import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { CircleAlert, LogIn } from 'lucide-react';
import { describeError } from '../../api/apiError.ts';
import { type SignInValues, signInSchema } from './signInSchema.ts';
import { useSignIn } from './useSignIn.ts';

/** Name and password; what happens after a success is decided by whoever watches the session. */
export function SignInForm() {
  const signIn = useSignIn();
  const form = useForm<SignInValues>({
    mode: 'uncontrolled',
    initialValues: { username: '', password: '' },
    validate: schemaResolver(signInSchema, { sync: true }),
  });
  const submit = form.onSubmit((values) =>
    signIn.mutate(values, { onError: () => form.getInputNode('password')?.focus() }),
  );
  return (
    <form onSubmit={submit} noValidate aria-label="Log in">
      <Stack gap="md">
        {signIn.isError && (
          <Alert color="red" icon={<CircleAlert size={18} aria-hidden />} role="alert">
            {describeError(signIn.error)}
          </Alert>
        )}
        <TextInput
          label="User name"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          key={form.key('username')}
          {...form.getInputProps('username')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          size="md"
          visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button
          type="submit"
          size="md"
          mt="xs"
          loading={signIn.isPending}
          leftSection={<LogIn size={18} aria-hidden />}
        >
          Log in
        </Button>
      </Stack>
    </form>
  );
}
