import type { FactorStatus } from '@atrium/contract/wire/secondFactor';
import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInstant } from '../../../lib/formatInstant.ts';
import { ShieldCheck, ShieldOff, TriangleAlert } from '../../../ui/icons.ts';
import { Section } from '../../../ui/Section.tsx';
import { secondFactorQuery } from '../accessQueries.ts';
import { Loaded } from '../Loaded.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';
import { FactorParts } from './FactorParts.tsx';
import { confirmWords, factorForms as forms, turnOnWords, factorWords as words } from './factorWords.ts';
import { takesPasskeys } from './passkey.ts';
import { NewFactorSecret, RecoveryCodes } from './TurnOn.tsx';
import { type PanelState, proofByPasskey, useFactorCalls } from './useFactorCalls.ts';

export interface FactorPanelProps {
  /** Whether the account has a password here, which is asked for again. */
  readonly hasPassword: boolean;
}

/** Turns the second factor of the account on and off, adds and removes its parts, and makes new recovery codes. */
export function FactorPanel({ hasPassword }: FactorPanelProps) {
  const query = useQuery(secondFactorQuery);
  return (
    <Section title={words.title} detail={words.detail}>
      <Loaded query={query} failed={words.failed}>
        {(status) => <Factor status={status} hasPassword={hasPassword} />}
      </Loaded>
    </Section>
  );
}

interface Given extends FactorPanelProps {
  readonly status: FactorStatus;
}

function Factor({ status, hasPassword }: Given) {
  const [state, setState] = useState<PanelState>({ kind: 'status' });
  const calls = useFactorCalls(setState);
  const cancel = { label: words.cancel, onCancel: () => setState({ kind: 'status' }) };
  switch (state.kind) {
    case 'begin':
      return (
        <ConfirmForm
          {...forms.begin}
          fields={['password']}
          submit={words.begin}
          onSubmit={({ password }) => calls.setUp(password)}
          cancel={cancel}
        />
      );
    case 'beginPasskey':
      return (
        <ConfirmForm
          {...forms.beginPasskey}
          fields={['name', 'password']}
          submit={turnOnWords.passkeySubmit}
          onSubmit={calls.addPasskey}
          cancel={cancel}
        />
      );
    case 'secret':
      return <NewFactorSecret factor={state.factor} onCode={calls.turnOn} cancel={cancel} />;
    case 'codes':
      return <RecoveryCodes codes={state.codes} onStored={() => calls.stored(state.isNew)} />;
    case 'removeApp':
      return <RemoveForm name={words.app} onSubmit={calls.removeApp} cancel={cancel} />;
    case 'removePasskey': {
      const { passkey } = state;
      const remove = (password: string) => calls.removePasskey(passkey, password);
      return <RemoveForm name={passkey.name} onSubmit={remove} cancel={cancel} />;
    }
    case 'renew':
    case 'turnOff': {
      const act = calls[state.kind];
      const usesPasskey = status.offersPasskeys && status.passkeys.length > 0 && takesPasskeys();
      return (
        <ConfirmForm
          key={state.kind}
          {...forms[state.kind]}
          fields={hasPassword ? ['password', 'code'] : ['code']}
          codeDetail={status.hasApp ? confirmWords.codeDetail : confirmWords.recoveryCodeDetail}
          submit={state.kind === 'renew' ? words.renewSubmit : words.turnOff}
          onSubmit={({ password, code }) => act({ password, code })}
          onPasskey={usesPasskey ? async ({ password }) => act(await proofByPasskey(password)) : undefined}
          cancel={cancel}
        />
      );
    }
    default:
      return <Status status={status} hasPassword={hasPassword} onState={setState} />;
  }
}

interface RemoveFormProps {
  readonly name: string;
  readonly onSubmit: (password: string) => Promise<unknown>;
  readonly cancel: { readonly label: string; readonly onCancel: () => void };
}

const RemoveForm = ({ name, onSubmit, cancel }: RemoveFormProps) => (
  <ConfirmForm
    label={forms.remove.label(name)}
    detail={forms.remove.detail(name)}
    fields={['password']}
    submit={words.remove}
    onSubmit={({ password }) => onSubmit(password)}
    cancel={cancel}
  />
);

const fewCodes = 3;

interface StatusProps extends Given {
  readonly onState: (state: PanelState) => void;
}

const Status = (props: StatusProps) => (props.status.isOn ? <On {...props} /> : <Off {...props} />);

function Off({ status: { offersPasskeys }, hasPassword, onState }: StatusProps) {
  const makesPasskeys = offersPasskeys && takesPasskeys();
  return (
    <Stack gap="md" align="start">
      <Group gap="xs" wrap="nowrap">
        <ShieldOff size={18} aria-hidden />
        <Text>{hasPassword ? words.off : words.byProvider}</Text>
      </Group>
      {hasPassword && (
        <Group gap="sm">
          {makesPasskeys && (
            <Button onClick={() => onState({ kind: 'beginPasskey' })}>{words.turnOnPasskey}</Button>
          )}
          <Button variant={makesPasskeys ? 'default' : 'filled'} onClick={() => onState({ kind: 'begin' })}>
            {makesPasskeys ? words.turnOnApp : words.turnOn}
          </Button>
        </Group>
      )}
      {hasPassword && offersPasskeys && !makesPasskeys && <Text size="sm">{words.noBrowser}</Text>}
    </Stack>
  );
}

function On({ status, hasPassword, onState }: StatusProps) {
  const { since, recoveryCodesLeft, isRequired, hasApp, passkeys, offersPasskeys } = status;
  const removes = hasPassword && passkeys.length + (hasApp ? 1 : 0) > 1;
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
      <FactorParts
        status={status}
        {...(removes && {
          onRemoveApp: () => onState({ kind: 'removeApp' }),
          onRemovePasskey: (passkey) => onState({ kind: 'removePasskey', passkey }),
        })}
      />
      <Group gap="sm">
        {hasPassword && offersPasskeys && takesPasskeys() && (
          <Button onClick={() => onState({ kind: 'beginPasskey' })}>{words.addPasskey}</Button>
        )}
        {hasPassword && !hasApp && (
          <Button variant="default" onClick={() => onState({ kind: 'begin' })}>
            {words.addApp}
          </Button>
        )}
        <Button variant="default" onClick={() => onState({ kind: 'renew' })}>
          {words.renew}
        </Button>
        <Button variant="default" onClick={() => onState({ kind: 'turnOff' })}>
          {words.turnOff}
        </Button>
      </Group>
    </Stack>
  );
}
