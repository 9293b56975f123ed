import { accessEndpoints, type FactorStatus, type NewFactor } from '@atrium/contract';
import { Alert, Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck, ShieldOff, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { request } from '../../../api/client.ts';
import { currentUserQuery } from '../../../api/session.ts';
import { formatInstant } from '../../../lib/formatInstant.ts';
import { Section } from '../../../ui/Section.tsx';
import { StateMessage } from '../../../ui/StateMessage.tsx';
import { secondFactorQuery, sessionsQuery } from '../queries.ts';
import { ConfirmForm } from './ConfirmForm.tsx';
import { NewFactorSecret, RecoveryCodes } from './TurnOn.tsx';
import { factorWords as words } from './words.ts';

export interface FactorPanelProps {
  /** Whether the account has a password here, which is asked for again. */
  readonly hasPassword: boolean;
}

/** Turns the second factor of the account on and off, and makes new recovery codes. */
export function FactorPanel({ hasPassword }: FactorPanelProps) {
  const { data, error, refetch } = useQuery(secondFactorQuery);
  return (
    <Section title={words.title} detail={words.detail}>
      {data !== undefined && <Factor status={data} hasPassword={hasPassword} />}
      {data === undefined && error === null && <Skeleton h={120} radius="lg" />}
      {data === undefined && error !== null && (
        <StateMessage
          kind="error"
          title={words.failed}
          detail={describeError(error)}
          onRetry={() => void refetch()}
        />
      )}
    </Section>
  );
}

type State =
  | { readonly kind: 'status' | 'begin' | 'renew' | 'turnOff' }
  | { readonly kind: 'secret'; readonly factor: NewFactor }
  | { readonly kind: 'codes'; readonly codes: readonly string[]; readonly isNew: boolean };

interface Given extends FactorPanelProps {
  readonly status: FactorStatus;
}

function Factor({ status, hasPassword }: Given) {
  const [state, setState] = useState<State>({ kind: 'status' });
  const calls = useFactorCalls(setState);
  const cancel = { label: words.cancel, onCancel: () => setState({ kind: 'status' }) };
  switch (state.kind) {
    case 'begin':
      return (
        <ConfirmForm
          label={words.beginForm}
          detail={words.beginDetail}
          fields={['password']}
          submit={words.begin}
          onSubmit={({ password }) => calls.setUp(password)}
          cancel={cancel}
        />
      );
    case 'secret':
      return <NewFactorSecret factor={state.factor} onCode={calls.turnOn} cancel={cancel} />;
    case 'codes':
      return <RecoveryCodes codes={state.codes} onStored={() => calls.stored(state.isNew)} />;
    case 'renew':
    case 'turnOff':
      return (
        <ConfirmForm
          key={state.kind}
          label={words[`${state.kind}Form`]}
          detail={words[`${state.kind}Detail`]}
          fields={hasPassword ? ['password', 'code'] : ['code']}
          submit={state.kind === 'renew' ? words.renewSubmit : words.turnOff}
          onSubmit={calls[state.kind]}
          cancel={cancel}
        />
      );
    default:
      return <Status status={status} hasPassword={hasPassword} onStep={(kind) => setState({ kind })} />;
  }
}

const fewCodes = 3;

function Status({
  status,
  hasPassword,
  onStep,
}: Given & { readonly onStep: (kind: 'begin' | 'renew' | 'turnOff') => void }) {
  const { isOn, since, recoveryCodesLeft, isRequired } = status;
  if (!isOn)
    return (
      <Stack gap="md" align="start">
        <Group gap="xs" wrap="nowrap">
          <ShieldOff size={18} aria-hidden />
          <Text>{hasPassword ? words.off : words.byProvider}</Text>
        </Group>
        {hasPassword && <Button onClick={() => onStep('begin')}>{words.turnOn}</Button>}
      </Stack>
    );
  return (
    <Stack gap="md" align="start">
      <Group gap="sm">
        <Badge size="lg" variant="light" leftSection={<ShieldCheck size={14} aria-hidden />} tt="none">
          {words.on(formatInstant(since ?? ''))}
        </Badge>
        <Text size="sm">{words.left(recoveryCodesLeft)}</Text>
      </Group>
      {recoveryCodesLeft <= fewCodes && (
        <Alert color="orange" icon={<TriangleAlert size={18} aria-hidden />} role="presentation">
          {words.few}
        </Alert>
      )}
      {isRequired && <Text size="sm">{words.required}</Text>}
      <Group gap="sm">
        <Button variant="default" onClick={() => onStep('renew')}>
          {words.renew}
        </Button>
        <Button variant="default" onClick={() => onStep('turnOff')}>
          {words.turnOff}
        </Button>
      </Group>
    </Stack>
  );
}

interface Confirmed {
  readonly password: string;
  readonly code: string;
}

/** The calls of the panel, and the state that each leads to. */
function useFactorCalls(show: (state: State) => void) {
  const client = useQueryClient();
  const reload = () =>
    Promise.all(
      [secondFactorQuery, sessionsQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
    );
  const bodyOf = ({ password, code }: Confirmed) => ({ code, ...(password === '' ? {} : { password }) });
  return {
    setUp: async (password: string) => {
      const factor = await request(accessEndpoints.setUpFactor, { body: { password } });
      show({ kind: 'secret', factor });
    },
    turnOn: async (code: string) => {
      const { recoveryCodes } = await request(accessEndpoints.turnOnFactor, { body: { code } });
      show({ kind: 'codes', codes: recoveryCodes, isNew: true });
      await reload();
    },
    renew: async (given: Confirmed) => {
      const { recoveryCodes } = await request(accessEndpoints.renewRecoveryCodes, { body: bodyOf(given) });
      show({ kind: 'codes', codes: recoveryCodes, isNew: false });
      await reload();
    },
    turnOff: async (given: Confirmed) => {
      await request(accessEndpoints.turnOffFactor, { body: bodyOf(given) });
      notifications.show({ color: 'green', title: words.title, message: words.isOff });
      show({ kind: 'status' });
      await reload();
      await client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
    },
    stored: (isNew: boolean) => {
      show({ kind: 'status' });
      if (isNew) notifications.show({ color: 'green', title: words.title, message: words.isOn });
    },
  };
}
