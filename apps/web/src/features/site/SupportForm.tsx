import { siteEndpoints } from '@atrium/contract/endpoints/site';
import { maxMessage, maxSubject } from '@atrium/contract/wire/site';
import { Alert, Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { describeError, sendFailed } from '../../api/apiError.ts';
import { request } from '../../api/client.ts';
import { useDraftForm } from '../../api/useSentForm.ts';
import { DraftNotice } from '../../ui/DraftNotice.tsx';
import { FailedAlert } from '../../ui/FailedAlert.tsx';
import { CircleCheck, Send } from '../../ui/icons.ts';
import { supportWords as words } from './siteWords.ts';

const message = z.object({
  email: z.string().trim().min(1, words.needEmail).pipe(z.email(words.wrongEmail)),
  subject: z.string().trim().min(1, words.needSubject).max(maxSubject),
  message: z.string().trim().min(1, words.needMessage).max(maxMessage),
});
const messageDraft = z.object({ email: z.string(), subject: z.string(), message: z.string() });
type Message = z.infer<typeof messageDraft>;

const nothing: Message = { email: '', subject: '', message: '' };

export interface SupportFormProps {
  /** The address of the person who is signed in; empty where none is known. */
  readonly email: string;
  /** Whom to write to when the request cannot be sent; empty where the site names none. */
  readonly supportEmail: string;
}

/** A request for support. Its fields are kept when it cannot be sent, and clear when it was (rule 14.50). */
export function SupportForm({ email, supportEmail }: SupportFormProps) {
  const [wasSent, setWasSent] = useState(false);
  const form = useDraftForm({
    schema: messageDraft,
    about: ['support'],
    start: wasSent ? nothing : { ...nothing, email },
    judge: message,
  });
  const send = useMutation({
    mutationFn: (sent: Message) => request(siteEndpoints.askSupport, { body: message.parse(sent) }),
    onSuccess: (_, sent) => {
      form.draft.saved(sent);
      setWasSent(true);
    },
  });
  return (
    <form
      noValidate
      aria-label={words.form}
      onSubmit={form.send(send)}
      onChange={() => send.isSuccess && send.reset()}
    >
      <Stack gap="md">
        <TextInput
          label={words.email}
          description={words.emailHint}
          type="email"
          autoComplete="email"
          withAsterisk
          required
          {...form.getInputProps('email')}
        />
        <TextInput
          label={words.subject}
          maxLength={maxSubject}
          withAsterisk
          required
          {...form.getInputProps('subject')}
        />
        <Textarea
          label={words.message}
          autosize
          minRows={6}
          maxRows={18}
          maxLength={maxMessage}
          withAsterisk
          required
          {...form.getInputProps('message')}
        />
        <DraftNotice draft={form.draft} />
        <FailedAlert title={sendFailed(supportEmail)} says={form.failure && describeError(form.failure)} />
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
