import { Alert, Button, Group, Stack, Textarea } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { z } from 'zod';
import { describeError, sendFailed } from '../../api/apiError.ts';
import { useSentForm } from '../../api/useSentForm.ts';
import { FailedAlert } from '../../ui/FailedAlert.tsx';
import { CircleCheck } from '../../ui/icons.ts';
import { words } from './sshKeyWords.ts';

export interface KeyFormProps {
  readonly send: UseMutationResult<unknown, Error, { readonly sshKey: string }>;
  /** The name of the form, different for each of a page. */
  readonly label: string;
  readonly submit: string;
  /** Whom to write to where it cannot be sent. */
  readonly supportEmail: string;
  readonly onSent?: () => void;
  readonly cancel?: ReactNode;
}

/** One required field for a public key. Success clears it; a failure keeps what was typed, and says why. */
export function KeyForm({ send, label, submit, supportEmail, onSent, cancel }: KeyFormProps) {
  const form = useSentForm({ start: { sshKey: '' }, judge: keySchema, describe: reasonOf });
  const sendKey = form.send(send, () => {
    form.reset();
    onSent?.();
  });
  const onSubmit = (event: FormEvent) => {
    send.reset();
    sendKey(event);
  };
  return (
    <form onSubmit={onSubmit} noValidate aria-label={label}>
      <Stack gap="md">
        {send.isSuccess && (
          <Alert color="green" role="status" icon={<CircleCheck size={18} aria-hidden />}>
            {words.sent}
          </Alert>
        )}
        <FailedAlert title={sendFailed(supportEmail)} says={send.error && reasonOf(send.error)} />
        <Textarea
          label={words.key}
          description={words.keyDetail}
          required
          autosize
          minRows={5}
          maxRows={12}
          autoComplete="off"
          spellCheck={false}
          placeholder="ssh-ed25519 AAAA… you@laptop"
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' } }}
          {...form.getInputProps('sshKey')}
        />
        <Group gap="sm">
          <Button type="submit" loading={send.isPending}>
            {submit}
          </Button>
          {cancel}
        </Group>
      </Stack>
    </form>
  );
}

/** The server names the field first, which the form shows by itself. */
const reasonOf = (error: unknown): string => {
  const reason = describeError(error).replace(/^ssh[_ ]key: /i, 'The key ');
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
};

/** What is wrong with a text before it is sent; a private key must not leave the browser (rule 13.62). */
export function judgeKey(text: string): string | null {
  const given = text.trim();
  if (given === '') return words.missing;
  if (/PRIVATE KEY|PuTTY-User-Key-File/i.test(given)) return words.isPrivate;
  return /(?:^|\s)(?:ssh|ecdsa|sk)-[\w@.-]+\s/.test(given) ? null : words.notPublic;
}

const keySchema = z.object({
  sshKey: z.string().refine((text) => judgeKey(text) === null, {
    error: ({ input }) => judgeKey(String(input)) ?? undefined,
  }),
});
