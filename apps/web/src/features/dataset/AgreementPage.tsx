import { isLinkAddress } from '@atrium/contract/documents/linkAddress';
import { accessEndpoints } from '@atrium/contract/endpoints/access';
import type { Agreement } from '@atrium/contract/wire/agreement';
import { Button, Container, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { describeError } from '../../api/apiError.ts';
import { request } from '../../api/client.ts';
import { FailedAlert } from '../../ui/FailedAlert.tsx';
import { PenLine } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Markdown } from '../../ui/Markdown.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { agreementWords as words } from './datasetWords.ts';

/** Always loaded anew, so that the person accepts the agreement that is in force. */
const agreementQuery = (dataset: string) =>
  queryOptions({
    queryKey: [dataset, 'agreement'],
    queryFn: ({ signal }) => request(accessEndpoints.agreement, { params: { dataset }, signal }),
    select: (reply) => reply.agreement,
    staleTime: 0,
  });

export interface AgreementPageProps {
  /** The dataset's id in paths. */
  readonly dataset: string;
  /** Its name; the id until the list of datasets is loaded. */
  readonly name: string;
}

/** The data-use agreement of a dataset, in place of a screen until it is accepted (rule 8.19). */
export function AgreementPage({ dataset, name }: AgreementPageProps) {
  const found = useQuery(agreementQuery(dataset));
  return (
    <Container size="md" w="100%" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="lg">
        <PageHeader eyebrow={name} title={words.title} description={words.detail} />
        {found.isPending && <Skeleton h={320} radius="lg" />}
        {found.isError && (
          <StateMessage
            kind="error"
            title={words.failed}
            detail={describeError(found.error)}
            onRetry={() => void found.refetch()}
          />
        )}
        {found.data !== undefined && <Acceptance dataset={dataset} agreement={found.data} />}
      </Stack>
    </Container>
  );
}

interface AcceptanceProps {
  readonly dataset: string;
  /** Null where it was taken out of force while the page was open. */
  readonly agreement: Agreement | null;
}

function Acceptance({ dataset, agreement }: AcceptanceProps) {
  const accept = useAccept(dataset);
  return (
    <>
      {agreement !== null && (
        <Paper withBorder radius="lg" p={{ base: 'md', sm: 'xl' }}>
          <Markdown text={agreement.text} isLink={isLinkAddress} />
          <Text size="sm" c="dimmed" mt="lg">
            {words.version(agreement.version)}
          </Text>
        </Paper>
      )}
      <FailedAlert says={accept.error && describeError(accept.error)} />
      <Text size="sm" c="dimmed">
        {words.kept}
      </Text>
      <Group gap="sm">
        <Button
          size="md"
          leftSection={<PenLine size={18} aria-hidden />}
          loading={accept.isPending}
          onClick={() => accept.mutate(agreement)}
        >
          {words.accept}
        </Button>
        <LinkButton to="/" size="md" variant="default">
          {words.decline}
        </LinkButton>
      </Group>
    </>
  );
}

/** Accepts the shown agreement, then loads all data of the dataset anew, so that the wanted page appears. */
function useAccept(dataset: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (agreement: Agreement | null) => {
      if (agreement === null) return;
      const { version, textHash } = agreement;
      await request(accessEndpoints.acceptAgreement, { params: { dataset }, body: { version, textHash } });
    },
    onSuccess: () => queryClient.resetQueries({ queryKey: [dataset] }),
    onError: () => queryClient.invalidateQueries(agreementQuery(dataset)),
  });
}
