import { accessEndpoints } from '@atrium/contract/endpoints/access';
import type { FactorWay, NewFactor, SecondStep as Step } from '@atrium/contract/wire/secondFactor';
import { Button, Divider, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { request } from '../../../api/client.ts';
import { failureOf } from '../../../api/failureOf.ts';
import { currentUserQuery } from '../../../api/session.ts';
import { FailedAlert } from '../../../ui/FailedAlert.tsx';
import { KeyRound } from '../../../ui/icons.ts';
import { useBeginSession } from '../useBeginSession.ts';
import { ConfirmForm } from './ConfirmForm.tsx';
import { confirmWords, turnOnWords, secondStepWords as words } from './factorWords.ts';
import { makePasskey, showPasskey, takesPasskeys } from './passkey.ts';
import { NewFactorSecret, RecoveryCodes } from './TurnOn.tsx';

export interface SecondStepProps {
  readonly step: Step;
  readonly ways: readonly FactorWay[];
  /** Called when recovery codes are shown: the page must stay until they are stored. */
  readonly onHold: (holds: boolean) => void;
}

/** The second step of a sign-in, after the password. The screen leaves by itself when the session begins. */
export function SecondStep({ step, ways, onHold }: SecondStepProps) {
  const again = useBeginAgain();
  const onAgain = () => again.mutate();
  return (
    <Stack gap="md">
      <FailedAlert {...failureOf(again)} />
      {step === 'show' ? (
        <ShowStep ways={ways} onAgain={onAgain} />
      ) : (
        <SetUpStep ways={ways} onHold={onHold} onAgain={onAgain} />
      )}
    </Stack>
  );
}

interface PartProps extends Pick<SecondStepProps, 'ways'> {
  readonly onAgain: () => void;
}

function ShowStep({ ways, onAgain }: PartProps) {
  const begin = useBeginSession();
  const hasPasskey = ways.includes('passkey');
  const usesPasskey = hasPasskey && takesPasskeys();
  return (
    <Stack gap="md">
      {usesPasskey && <PasskeyButton onUsed={begin} />}
      {usesPasskey && <Divider label={words.orCode} />}
      {hasPasskey && !usesPasskey && <Text size="sm">{words.noPasskeys}</Text>}
      <ConfirmForm
        label={words.form}
        fields={['code']}
        codeDetail={ways.includes('app') ? confirmWords.codeDetail : confirmWords.recoveryCodeDetail}
        takesFocus={!usesPasskey}
        submit={words.submit}
        isSecondary={usesPasskey}
        onSubmit={async ({ code }) => begin(await request(accessEndpoints.giveCode, { body: { code } }))}
        cancel={{ label: words.again, onCancel: onAgain }}
      />
      <Text size="sm" c="dimmed">
        {words.lost}
      </Text>
    </Stack>
  );
}

/** Shows a passkey of the account, which ends the sign-in. */
function PasskeyButton({ onUsed }: { readonly onUsed: ReturnType<typeof useBeginSession> }) {
  const use = useMutation({
    mutationFn: async () => {
      const passkey = await showPasskey(await request(accessEndpoints.challengeAtSignIn));
      await onUsed(await request(accessEndpoints.givePasskey, { body: { passkey } }));
    },
    gcTime: 0,
  });
  return (
    <Stack gap="md">
      <FailedAlert says={use.error && describeError(use.error)} />
      <Button
        size="md"
        autoFocus
        loading={use.isPending}
        leftSection={<KeyRound size={18} aria-hidden />}
        onClick={() => use.mutate()}
      >
        {confirmWords.usePasskey}
      </Button>
    </Stack>
  );
}

type SetUp =
  | { readonly kind: 'intro' | 'passkey' }
  | { readonly kind: 'secret'; readonly factor: NewFactor }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

function SetUpStep({ ways, onHold, onAgain }: PartProps & Pick<SecondStepProps, 'onHold'>) {
  const [state, setState] = useState<SetUp>({ kind: 'intro' });
  const client = useQueryClient();
  const cancel = { label: words.again, onCancel: onAgain };
  const show = ({ recoveryCodes: codes }: { readonly recoveryCodes: readonly string[] }) => {
    onHold(true);
    setState({ kind: 'codes', codes });
  };
  const turnOn = async (code: string) =>
    show(await request(accessEndpoints.turnOnAtSignIn, { body: { code } }));
  const addPasskey = async (name: string) => {
    const passkey = await makePasskey(await request(accessEndpoints.newPasskeyAtSignIn));
    show(await request(accessEndpoints.addPasskeyAtSignIn, { body: { name, passkey } }));
  };
  const leave = async () => {
    await client.resetQueries();
    onHold(false);
  };
  switch (state.kind) {
    case 'codes':
      return <RecoveryCodes codes={state.codes} onStored={() => void leave()} />;
    case 'secret':
      return <NewFactorSecret factor={state.factor} onCode={turnOn} cancel={cancel} />;
    case 'passkey':
      return (
        <ConfirmForm
          label={turnOnWords.passkeyForm}
          detail={turnOnWords.passkeyDetail}
          fields={['name']}
          submit={turnOnWords.passkeySubmit}
          onSubmit={({ name }) => addPasskey(name)}
          cancel={cancel}
        />
      );
    default:
      return <Intro ways={ways} onState={setState} onAgain={onAgain} />;
  }
}

interface IntroProps extends PartProps {
  readonly onState: (state: SetUp) => void;
}

/** What a second factor may be, and the choice where there is one. */
function Intro({ ways, onState, onAgain }: IntroProps) {
  const setUp = useMutation({
    mutationFn: () => request(accessEndpoints.setUpAtSignIn),
    onSuccess: (factor) => onState({ kind: 'secret', factor }),
    gcTime: 0,
  });
  const hasChoice = ways.includes('passkey') && takesPasskeys();
  return (
    <Stack gap="md">
      <Text size="sm">{hasChoice ? words.setUpChoice : words.setUpNeeds}</Text>
      <FailedAlert says={setUp.error && describeError(setUp.error)} />
      {hasChoice && (
        <Button size="md" autoFocus onClick={() => onState({ kind: 'passkey' })}>
          {words.setUpPasskey}
        </Button>
      )}
      <Button
        size="md"
        variant={hasChoice ? 'light' : 'filled'}
        autoFocus={!hasChoice}
        loading={setUp.isPending}
        onClick={() => setUp.mutate()}
      >
        {hasChoice ? words.setUpApp : words.setUp}
      </Button>
      <Button size="md" variant="default" onClick={onAgain}>
        {words.again}
      </Button>
    </Stack>
  );
}

/** Gives the sign-in up, and shows the first step again. */
function useBeginAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(accessEndpoints.signOut),
    onSettled: () => client.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
  });
}
