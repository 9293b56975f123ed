import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { SupportRequest, SupportState } from '@atrium/contract/endpoints/adminSupport';
import { maxMessage } from '@atrium/contract/wire/site';
import { Alert, Button, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { describeError } from '../../../api/apiError.ts';
import { request as send } from '../../../api/client.ts';
import { failureOf } from '../../../api/failureOf.ts';
import { useDraftForm } from '../../../api/useSentForm.ts';
import { formatInstant } from '../../../lib/formatInstant.ts';
import { DraftNotice } from '../../../ui/DraftNotice.tsx';
import { FailedAlert } from '../../../ui/FailedAlert.tsx';
import { Info } from '../../../ui/icons.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useRoomAction } from '../dialog/useRoomAction.ts';
import { ItemPage } from '../rooms/ItemPage.tsx';
import { SupportStateBadge } from './SupportStateBadge.tsx';
import { requestQuery } from './supportQueries.ts';
import { words } from './supportWords.ts';

interface RequestPageProps {
  readonly requestId: number;
  /** The link back to the inbox. */
  readonly back: ReactNode;
}

/** One request with its answers, and the form of another answer. */
export function RequestPage({ requestId, back }: RequestPageProps) {
  const found = useQuery(requestQuery(requestId));
  return (
    <ItemPage found={found} failed={words.failed} back={back} skeletonHeights={[56, 160]}>
      {(request) => <Loaded request={request} back={back} />}
    </ItemPage>
  );
}

function Loaded({ request, back }: { readonly request: SupportRequest; readonly back: ReactNode }) {
  const { email, account, subject, sentAt, state, message, answers } = request;
  return (
    <Stack gap="lg">
      <PageHeader
        eyebrow={back}
        title={subject}
        description={
          <Group component="span" gap="xs">
            {email}
            <Text span size="sm">
              {account === null ? words.anonymous : words.account(account)}
            </Text>
            <SupportStateBadge state={state} />
          </Group>
        }
        actions={<StateButtons request={request} />}
      />
      <Letter head={words.wrote(email)} at={sentAt} text={message} />
      {answers.map((answer) => (
        <Letter
          key={answer.id}
          head={words.answered(answer.by)}
          at={answer.answeredAt}
          text={answer.message}
          note={answer.mailedAt === null ? words.mailWaits : words.mailed(formatInstant(answer.mailedAt))}
          isOurs
        />
      ))}
      <AnswerForm request={request} />
    </Stack>
  );
}

interface LetterProps {
  readonly head: string;
  readonly at: string;
  readonly text: string;
  readonly note?: string;
  readonly isOurs?: boolean;
}

const Letter = ({ head, at, text, note, isOurs = false }: LetterProps) => (
  <Paper component="article" aria-label={head} withBorder p="md" ml={isOurs ? { base: 0, sm: 'xl' } : 0}>
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {head}
        </Text>
        <Text size="xs" c="dimmed">
          {formatInstant(at)}
        </Text>
      </Group>
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>
      {note !== undefined && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Stack>
  </Paper>
);

const next: Readonly<Record<SupportState, readonly SupportState[]>> = {
  open: ['answered', 'closed'],
  answered: ['closed', 'open'],
  closed: ['open'],
};
const names = { open: words.reopen, answered: words.markAnswered, closed: words.close } as const;

function StateButtons({ request: { id, state } }: { readonly request: SupportRequest }) {
  const change = useRoomAction({
    act: (to: SupportState) =>
      send(adminEndpoints.support.setState, { params: { requestId: id }, body: { state: to } }),
    say: ({ state: now }) => words.stateSet[now],
  });
  return (
    <>
      {next[state].map((to) => (
        <Button key={to} variant="default" disabled={change.isPending} onClick={() => change.mutate(to)}>
          {names[to]}
        </Button>
      ))}
      <FailedAlert {...failureOf(change)} />
    </>
  );
}

const answerDraft = z.object({ message: z.string() });

function AnswerForm({ request: { id, email, subject, canAnswer } }: { readonly request: SupportRequest }) {
  const form = useDraftForm({ schema: answerDraft, about: ['answer', id], start: { message: '' } });
  const answer = useRoomAction({
    act: (sent: z.infer<typeof answerDraft>) =>
      send(adminEndpoints.support.answer, { params: { requestId: id }, body: sent }),
    say: () => words.sent,
    onDone: (_, sent) => form.draft.saved(sent),
  });
  if (!canAnswer)
    return (
      <Alert icon={<Info size={18} aria-hidden />} color="tide">
        <Stack gap="sm" align="start">
          <Text size="sm">{words.noMail}</Text>
          <Button
            component="a"
            variant="default"
            href={`mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}`}
          >
            {words.writeMail}
          </Button>
        </Stack>
      </Alert>
    );
  return (
    <Stack component="form" gap="sm" onSubmit={form.send(answer)}>
      <Textarea
        label={words.answer}
        description={words.answerDetail(email)}
        autosize
        minRows={5}
        maxRows={20}
        maxLength={maxMessage}
        {...form.getInputProps('message')}
      />
      <DraftNotice draft={form.draft} />
      <FailedAlert says={form.failure && describeError(form.failure)} />
      <Group justify="flex-end">
        <Button type="submit" loading={answer.isPending} disabled={form.values.message.trim() === ''}>
          {words.send}
        </Button>
      </Group>
    </Stack>
  );
}
