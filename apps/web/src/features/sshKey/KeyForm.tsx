import { Alert, Button, Group, Stack, Textarea } from '@mantine/core';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { ApiError, describeError, sendFailed } from '../../api/apiError.ts';
import { words } from './words.ts';

interface Sending {
  mutate(sshKey: string, options: { onSuccess: () => void; onError: (error: unknown) => void }): void;
  readonly isPending: boolean;
}

export interface KeyFormProps {
  readonly send: Sending;
  /** The name of the form, different for each of a page. */
  readonly label: string;
  readonly submit: string;
  /** Whom to write to where it cannot be sent. */
  readonly supportEmail: string;
  readonly onSent?: () => void;
  readonly cancel?: ReactNode;
}

type Outcome = { readonly kind: 'sent' } | { readonly kind: 'failed'; readonly reason: string };

/** One required field for a public key. Success clears it; a failure keeps what was typed, and says why. */
export function KeyForm({ send, label, submit, supportEmail, onSent, cancel }: KeyFormProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome>();
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();

  const refuse = (reason: string) => {
    setProblem(reason);
    field.current?.focus();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setOutcome(undefined);
    const wrong = judgeKey(text);
    if (wrong !== null) return refuse(wrong);
    setProblem(null);
    send.mutate(text.trim(), {
      onSuccess: () => {
        setText('');
        setOutcome({ kind: 'sent' });
        onSent?.();
      },
      onError: (error) => {
        setOutcome({ kind: 'failed', reason: reasonOf(error) });
        if (error instanceof ApiError && error.status === 400) refuse(reasonOf(error));
      },
    });
  };
  return (
    <form onSubmit={onSubmit} noValidate aria-label={label}>
      <Stack gap="md">
        {outcome?.kind === 'sent' && (
          <Alert color="green" role="status" icon={<CircleCheck size={18} aria-hidden />}>
            {words.sent}
          </Alert>
        )}
        {outcome?.kind === 'failed' && (
          <Alert
            color="red"
            role="alert"
            icon={<CircleAlert size={18} aria-hidden />}
            title={sendFailed(supportEmail)}
          >
            {outcome.reason}
          </Alert>
        )}
        <Textarea
          id={id}
          ref={field}
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
          value={text}
          error={problem}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setProblem(null);
          }}
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
