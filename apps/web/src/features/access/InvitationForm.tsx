import { accessEndpoints, type InvitationView } from '@atrium/contract';
import { Alert, Button, PasswordInput, Skeleton, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { describeError } from '../../api/apiError.ts';
import { request } from '../../api/client.ts';
import { formatInstant } from '../../lib/formatInstant.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { invitationWords as words } from './words.ts';

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
    mutationFn: (password: string) =>
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
  return (
    <Fields
      invitation={found.data}
      isBusy={accept.isPending}
      error={accept.error}
      onPassword={(password) => accept.mutate(password)}
    />
  );
}

interface FieldsProps {
  readonly invitation: InvitationView;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onPassword: (password: string) => void;
}

function Fields({ invitation: { username, fullName, expiresAt }, isBusy, error, onPassword }: FieldsProps) {
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [isTried, setIsTried] = useState(false);
  const differs = isTried && again !== password;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (password !== '' && again === password && !isBusy) onPassword(password);
  };
  return (
    <form noValidate onSubmit={submit}>
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
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <PasswordInput
          label={words.again}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': words.showAgain }}
          value={again}
          error={differs ? words.differs : undefined}
          onChange={({ currentTarget }) => setAgain(currentTarget.value)}
        />
        {error !== null && (
          <Alert color="red" role="alert" icon={<CircleAlert size={18} aria-hidden />}>
            {describeError(error)}
          </Alert>
        )}
        <Button type="submit" loading={isBusy}>
          {words.confirm}
        </Button>
      </Stack>
    </form>
  );
}
