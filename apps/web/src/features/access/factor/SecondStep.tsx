import { accessEndpoints, type NewFactor, type SecondStep as Step } from '@atrium/contract';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { request } from '../../../api/client.ts';
import { currentUserQuery } from '../../../api/session.ts';
import { useBeginSession } from '../useBeginSession.ts';
import { ConfirmForm } from './ConfirmForm.tsx';
import { NewFactorSecret, RecoveryCodes } from './TurnOn.tsx';
import { secondStepWords as words } from './words.ts';

export interface SecondStepProps {
  readonly step: Step;
  /** Told when recovery codes are shown: the page must stay until they are stored. */
  readonly onHold: (holds: boolean) => void;
}

/** The second step of a sign-in, after the password. The screen leaves by itself when the session begins. */
export function SecondStep({ step, onHold }: SecondStepProps) {
  return step === 'code' ? <CodeStep /> : <SetUpStep onHold={onHold} />;
}

function CodeStep() {
  const begin = useBeginSession();
  const again = useBeginAgain();
  return (
    <Stack gap="md">
      <ConfirmForm
        label={words.form}
        fields={['code']}
        submit={words.submit}
        onSubmit={async ({ code }) => begin(await request(accessEndpoints.giveCode, { body: { code } }))}
        cancel={{ label: words.again, onCancel: again }}
      />
      <Text size="sm" c="dimmed">
        {words.lost}
      </Text>
    </Stack>
  );
}

type SetUp =
  | { readonly kind: 'intro' }
  | { readonly kind: 'secret'; readonly factor: NewFactor }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

function SetUpStep({ onHold }: Pick<SecondStepProps, 'onHold'>) {
  const [state, setState] = useState<SetUp>({ kind: 'intro' });
  const again = useBeginAgain();
  const client = useQueryClient();
  const setUp = useMutation({
    mutationFn: () => request(accessEndpoints.setUpAtSignIn),
    onSuccess: (factor) => setState({ kind: 'secret', factor }),
    gcTime: 0,
  });
  const turnOn = async (code: string) => {
    const { recoveryCodes } = await request(accessEndpoints.turnOnAtSignIn, { body: { code } });
    onHold(true);
    setState({ kind: 'codes', codes: recoveryCodes });
  };
  const leave = async () => {
    await client.resetQueries();
    onHold(false);
  };
  if (state.kind === 'codes') return <RecoveryCodes codes={state.codes} onStored={() => void leave()} />;
  if (state.kind === 'secret')
    return (
      <NewFactorSecret
        factor={state.factor}
        onCode={turnOn}
        cancel={{ label: words.again, onCancel: again }}
      />
    );
  return (
    <Stack gap="md">
      <Text size="sm">{words.setUpNeeds}</Text>
      {setUp.isError && (
        <Alert color="red" role="alert" icon={<CircleAlert size={18} aria-hidden />}>
          {describeError(setUp.error)}
        </Alert>
      )}
      <Button size="md" autoFocus loading={setUp.isPending} onClick={() => setUp.mutate()}>
        {words.setUp}
      </Button>
      <Button size="md" variant="default" onClick={again}>
        {words.again}
      </Button>
    </Stack>
  );
}

/** Gives the sign-in up, and shows the first step again. */
function useBeginAgain(): () => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => request(accessEndpoints.signOut),
    onSettled: () => client.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
  });
  return mutate;
}
