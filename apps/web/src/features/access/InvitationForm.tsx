import { accessEndpoints } from '@atrium/contract/endpoints/access';
import type { InvitationView } from '@atrium/contract/wire/invitation';
import { Button, PasswordInput, Skeleton, Stack, TextInput } from '@mantine/core';
import { type UseMutationResult, useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { describeError } from '../../api/apiError.ts';
import { request } from '../../api/client.ts';
import { useSentForm } from '../../api/useSentForm.ts';
import { formatInstant } from '../../lib/formatInstant.ts';
import { FailedAlert } from '../../ui/FailedAlert.tsx';
import { CircleCheck } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { invitationWords as words } from './accessWords.ts';

interface InvitationFormProps {
  readonly secret: string;
  /** A link to the page where people sign in. */
  readonly signIn: (label: string) => ReactNode;
}

/** Sets the password of an account by the secret of a link. */
export function InvitationForm({ secret, signIn }: InvitationFormProps) {
  const found = useQuery({
    queryKey: ['invitation', secret],
    queryFn: ({ signal }) => request(accessEndpoints.invitation, { body: { secret }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const accept = useMutation({
    mutationFn: ({ password }: Passwords) =>
      request(accessEndpoints.acceptInvitation, { body: { secret, password } }),
  });
  if (accept.isSuccess)
    return (
      <StateMessage
        kind="empty"
        heading
        icon={<CircleCheck size={28} aria-hidden />}
        title={words.done}
        detail={words.doneDetail}
        action={signIn(words.signIn)}
      />
    );
  if (found.isError)
    return (
      <StateMessage
        kind="error"
        heading
        title={words.gone}
        detail={describeError(found.error)}
        action={signIn(words.signIn)}
      />
    );
  if (found.data === undefined) return <Skeleton h={240} aria-busy="true" />;
  return <Fields invitation={found.data} accept={accept} />;
}

const passwords = z
  .object({ password: z.string(), again: z.string() })
  .refine(({ password, again }) => password === again, { path: ['again'], error: words.differs });
type Passwords = z.infer<typeof passwords>;

interface FieldsProps {
  readonly invitation: InvitationView;
  readonly accept: UseMutationResult<unknown, Error, Passwords>;
}

function Fields({ invitation: { username, fullName, expiresAt }, accept }: FieldsProps) {
  const form = useSentForm({
    start: { password: '', again: '' },
    judge: passwords,
    fieldOfCode: { weak_password: 'password' },
  });
  return (
    <form noValidate onSubmit={form.send(accept)}>
      <Stack gap="md">
        <PageHeader
          title={words.title(fullName || username)}
          description={words.detail(formatInstant(expiresAt))}
        />
        <TextInput label={words.username} value={username} readOnly autoComplete="username" />
        <PasswordInput
          label={words.password}
          description={words.passwordDetail}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': words.show }}
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label={words.again}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': words.showAgain }}
          {...form.getInputProps('again')}
        />
        <FailedAlert says={form.failure && describeError(form.failure)} />
        <Button type="submit" loading={accept.isPending}>
          {words.confirm}
        </Button>
      </Stack>
    </form>
  );
}
