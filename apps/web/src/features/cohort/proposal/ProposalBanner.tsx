import { assistantEndpoints } from '@atrium/contract/endpoints/assistant';
import type { Proposal } from '@atrium/contract/wire/assistant';
import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { describeError } from '../../../api/apiError.ts';
import { request } from '../../../api/client.ts';
import { activeFamily, editsKey } from '../../../api/definition/definition.ts';
import { FailedAlert } from '../../../ui/FailedAlert.tsx';
import { ListChecks } from '../../../ui/icons.ts';
import { cohortKind } from '../cohortQueries.ts';
import { proposedChanges, proposalWords as words } from './proposalWords.ts';

/** How often the page looks whether an assistant proposes something. */
const lookEveryMs = 10_000;

const proposalOptions = (dataset: string) =>
  queryOptions({
    queryKey: [dataset, 'proposal'] as const,
    queryFn: ({ signal }) => request(assistantEndpoints.proposal, { params: { dataset }, signal }),
    refetchInterval: lookEveryMs,
    refetchOnWindowFocus: 'always',
    meta: { part: words.part },
  });

/** What an assistant proposes for the cohort, in sentences; the person applies or refuses it (rule 14.83). */
export function ProposalBanner({ dataset }: { readonly dataset: string }) {
  const { data } = useQuery(proposalOptions(dataset));
  if (!data?.proposal) return null;
  return <Proposed key={data.proposal.id} dataset={dataset} proposal={data.proposal} />;
}

interface ProposedProps {
  readonly dataset: string;
  readonly proposal: Proposal;
}

function Proposed({ dataset, proposal }: ProposedProps) {
  const { assistant, note, isCurrent } = proposal;
  const { apply, refuse } = useAnswer(dataset, proposal.id);
  const failure = apply.error ?? refuse.error;
  const isBusy = apply.isPending || refuse.isPending;
  return (
    <Alert
      color="blue"
      icon={<ListChecks size={18} aria-hidden />}
      role="status"
      title={words.title(assistant)}
      my="sm"
    >
      <Stack gap="sm">
        <List size="sm" type="ordered" aria-label={words.list} style={{ overflowWrap: 'anywhere' }}>
          {proposedChanges(proposal).map((sentence, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the edits of a proposal never change their order
            <List.Item key={index}>{sentence}</List.Item>
          ))}
        </List>
        {note !== '' && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {words.says} “{note}”
          </Text>
        )}
        {!isCurrent && <Text size="sm">{words.stale}</Text>}
        <FailedAlert says={failure && describeError(failure)} />
        <Group gap="sm">
          {isCurrent && (
            <Button
              size="compact-md"
              loading={apply.isPending}
              disabled={isBusy}
              onClick={() => apply.mutate()}
            >
              {words.apply}
            </Button>
          )}
          <Button
            size="compact-md"
            variant="default"
            loading={refuse.isPending}
            disabled={isBusy}
            onClick={() => refuse.mutate()}
          >
            {words.refuse}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

/** Applies or refuses a proposal. Applied, it is an edit of this tab, and undo takes it back as one step. */
function useAnswer(dataset: string, proposalId: number) {
  const client = useQueryClient();
  const params = { dataset, proposalId };
  const look = () => client.invalidateQueries({ queryKey: proposalOptions(dataset).queryKey });
  const apply = useMutation({
    mutationKey: editsKey(cohortKind, dataset),
    mutationFn: () => request(assistantEndpoints.apply, { params }),
    onSuccess: async () => {
      const names = ['cohort', 'table', 'analysis'] as const;
      await Promise.all(
        names.map((name) => client.invalidateQueries({ queryKey: activeFamily({ name }, dataset) })),
      );
      notifications.show({ message: words.applied });
      await look();
    },
    onError: look,
  });
  const refuse = useMutation({
    mutationFn: () => request(assistantEndpoints.refuse, { params }),
    onSuccess: async () => {
      notifications.show({ message: words.refused });
      await look();
    },
    onError: look,
  });
  return { apply, refuse };
}
