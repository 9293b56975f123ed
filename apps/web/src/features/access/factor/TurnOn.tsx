import type { NewFactor } from '@atrium/contract/wire/secondFactor';
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import encodeQR from 'qr';
import { saveFile } from '../../../lib/saveFile.ts';
import { CopyText } from '../../../ui/CopyText.tsx';
import { Download, KeyRound } from '../../../ui/icons.ts';
import { ConfirmForm, type ConfirmFormProps } from './ConfirmForm.tsx';
import { confirmWords, turnOnWords as words } from './factorWords.ts';
import classes from './QrCode.module.css';

interface QrCodeProps {
  readonly text: string;
  /** The accessible name. */
  readonly label: string;
}

/** The modules around the code that stay light, so that cameras find it. */
const border = 4;

/** A text as a QR code, drawn here: dark on light in every colour scheme, as cameras need it. */
export function QrCode({ text, label }: QrCodeProps) {
  const rows = encodeQR(text, 'raw', { border });
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect className={classes.light} width="100%" height="100%" />
      <path className={classes.dark} d={dark.join('')} />
    </svg>
  );
}

const focusOn = (element: HTMLElement | null) => element?.focus();
const monospace = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } };

export interface NewFactorSecretProps {
  readonly factor: NewFactor;
  readonly onCode: (code: string) => Promise<unknown>;
  readonly cancel: NonNullable<ConfirmFormProps['cancel']>;
}

/** Shows the secret of a new second factor, and asks for a first code that was made with it. */
export function NewFactorSecret({ factor, onCode, cancel }: NewFactorSecretProps) {
  return (
    <Stack gap="md">
      <Text fw={600} tabIndex={-1} ref={focusOn}>
        {words.scan}
      </Text>
      <QrCode text={factor.uri} label={words.picture} />
      <Group gap="sm" align="end">
        <Textarea
          label={words.byHand}
          description={words.secretDetail}
          value={factor.secret.replace(/.{4}(?=.)/g, '$& ')}
          readOnly
          autosize
          minRows={1}
          autoComplete="off"
          spellCheck={false}
          flex="1 1 18rem"
          maw="26rem"
          styles={monospace}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyText text={factor.secret} label={words.copy} done={words.copied} />
      </Group>
      <Text fw={600}>{words.prove}</Text>
      <ConfirmForm
        label={words.form}
        fields={['code']}
        takesFocus={false}
        codeDetail={confirmWords.appCodeDetail}
        submit={words.submit}
        onSubmit={({ code }) => onCode(code)}
        cancel={cancel}
      />
    </Stack>
  );
}

export interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onStored: () => void;
}

/** Shows recovery codes, only this once. No button has the focus: a key that is still held must not close them. */
export function RecoveryCodes({ codes, onStored }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`;
  return (
    <Alert
      color="orange"
      title={words.codesTitle}
      icon={<KeyRound size={18} aria-hidden />}
      role="group"
      tabIndex={-1}
      ref={focusOn}
    >
      <Stack gap="md" p={3}>
        <Text size="sm">{words.codesDetail}</Text>
        <Group
          component="ul"
          aria-label={words.codes}
          gap="6px var(--mantine-spacing-xl)"
          m={0}
          p={0}
          style={{ listStyle: 'none' }}
        >
          {codes.map((code) => (
            <Text key={code} component="li" size="sm" ff="monospace">
              {code}
            </Text>
          ))}
        </Group>
        <Group gap="sm">
          <Button onClick={onStored}>{words.stored}</Button>
          <CopyText text={text} label={words.copy} done={words.copied} />
          <Button
            variant="default"
            leftSection={<Download size={16} aria-hidden />}
            onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), words.fileName)}
          >
            {words.save}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
