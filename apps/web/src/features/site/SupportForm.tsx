import { longestMessage, longestSubject, siteEndpoints } from '@atrium/contract';
import { Alert, Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { z } from 'zod';
import { describeError, sendFailed } from '../../api/apiError.ts';
import { request } from '../../api/client.ts';
import { useDraft } from '../../api/useDraft.ts';
import { DraftNotice } from '../../ui/DraftNotice.tsx';
import { supportWords as words } from './words.ts';

const schema = z.object({
  email: z.string().trim().min(1, words.needEmail).pipe(z.email(words.wrongEmail)),
  subject: z.string().trim().min(1, words.needSubject).max(longestSubject),
  message: z.string().trim().min(1, words.needMessage).max(longestMessage),
});
type Message = z.infer<typeof schema>;
const messageDraft = z.object({ email: z.string(), subject: z.string(), message: z.string() });

const nothing: Message = { email: '', subject: '', message: '' };

export interface SupportFormProps {
  /** The address of the person who is signed in; empty where none is known. */
  readonly email: string;
  /** Whom to write to when the request cannot be sent; empty where the site names none. */
  readonly supportEmail: string;
}

/** A request for support. Its fields are kept when it cannot be sent, and clear when it was (rule 14.50). */
export function SupportForm({ email, supportEmail }: SupportFormProps) {
  const send = useMutation({ mutationFn: (body: Message) => request(siteEndpoints.askSupport, { body }) });
  const [wasSent, setWasSent] = useState(false);
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({});
  const draft = useDraft({
    schema: messageDraft,
    about: ['support'],
    start: wasSent ? nothing : { ...nothing, email },
  });
  const fieldOf = (name: keyof Message) => ({
    value: draft.value[name],
    error: faults[name],
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
      draft.change({ [name]: currentTarget.value });
      setFaults({ ...faults, [name]: undefined });
      if (send.isSuccess) send.reset();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const sent = draft.value;
    const judged = schema.safeParse(sent);
    setFaults(
      Object.fromEntries(
        (judged.error?.issues ?? []).toReversed().map(({ path, message }) => [path[0], message]),
      ),
    );
    if (!judged.success) return;
    send.mutate(judged.data, {
      onSuccess: () => {
        draft.saved(sent);
        setWasSent(true);
      },
    });
  };
  return (
    <form noValidate aria-label={words.form} onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={words.email}
          description={words.emailHint}
          type="email"
          autoComplete="email"
          withAsterisk
          required
          {...fieldOf('email')}
        />
        <TextInput
          label={words.subject}
          maxLength={longestSubject}
          withAsterisk
          required
          {...fieldOf('subject')}
        />
        <Textarea
          label={words.message}
          autosize
          minRows={6}
          maxRows={18}
          maxLength={longestMessage}
          withAsterisk
          required
          {...fieldOf('message')}
        />
        <DraftNotice draft={draft} />
        {send.isError && (
          <Alert
            role="alert"
            color="red"
            icon={<CircleAlert size={18} aria-hidden />}
            title={sendFailed(supportEmail)}
          >
            {describeError(send.error)}
          </Alert>
        )}
        {send.isSuccess && (
          <Alert role="status" color="green" icon={<CircleCheck size={18} aria-hidden />} title={words.sent}>
            {words.sentDetail}
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={send.isPending} leftSection={<Send size={16} aria-hidden />}>
            {words.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
