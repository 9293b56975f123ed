import {
  type Purpose,
  type ResearchKind,
  researchKinds,
  type WorkTrait,
  workTraits,
} from '@atrium/contract/documents/purpose';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import type { PurposeView } from '@atrium/contract/wire/purpose';
import { Button, Checkbox, Container, Group, Paper, Radio, Select, Skeleton, Stack } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { describeError } from '../../api/apiError.ts';
import { request } from '../../api/client.ts';
import { FailedAlert } from '../../ui/FailedAlert.tsx';
import { Check } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { purposeWords as words } from './datasetWords.ts';

const purposeQuery = (dataset: string) =>
  queryOptions({
    queryKey: [dataset, 'purpose'],
    queryFn: ({ signal }) => request(catalogueEndpoints.purpose, { params: { dataset }, signal }),
    staleTime: 0,
  });

export interface PurposePageProps {
  /** The dataset's id in paths. */
  readonly dataset: string;
  /** Its name; the id until the list of datasets is loaded. */
  readonly name: string;
}

/** Asks for what the data are used, in place of a screen until it is stated (rule 8.33). */
export function PurposePage({ dataset, name }: PurposePageProps) {
  return (
    <Container size="md" w="100%" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="lg">
        <PageHeader eyebrow={name} title={words.title} description={words.detail} />
        <Paper withBorder radius="lg" p={{ base: 'md', sm: 'xl' }}>
          <PurposeForm dataset={dataset} />
        </Paper>
      </Stack>
    </Container>
  );
}

interface PurposeFormProps {
  readonly dataset: string;
  /** What to do when it is stored; absent where the screen that was wanted follows by itself. */
  readonly onStated?: () => void;
}

export function PurposeForm({ dataset, onStated }: PurposeFormProps) {
  const found = useQuery(purposeQuery(dataset));
  if (found.isPending) return <Skeleton h={320} radius="lg" />;
  if (found.isError)
    return (
      <StateMessage
        kind="error"
        title={words.failed}
        detail={describeError(found.error)}
        onRetry={() => void found.refetch()}
      />
    );
  return <Fields dataset={dataset} view={found.data} {...(onStated && { onStated })} />;
}

const unstated = { research: null, disease: null, involves: [], confirms: [] };

function Fields({ dataset, view, onStated }: PurposeFormProps & { readonly view: PurposeView }) {
  const [fields, setFields] = useState<
    Omit<Purpose, 'research'> & { readonly research: ResearchKind | null }
  >(view.purpose ?? unstated);
  const state = useStatePurpose(dataset, onStated);
  const { research, disease } = fields;
  const purpose =
    research === null || (research === 'disease' && disease === null) ? null : { ...fields, research };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (purpose !== null)
      state.mutate({ ...purpose, disease: purpose.research === 'disease' ? purpose.disease : null });
  };
  const kinds = researchKinds.filter((kind) => kind !== 'disease' || view.diseases.length > 0);
  return (
    <form onSubmit={send}>
      <Stack gap="lg">
        <Radio.Group
          label={words.research}
          value={research ?? ''}
          onChange={(value) =>
            setFields({ ...fields, research: researchKinds.find((kind) => kind === value) ?? null })
          }
        >
          <Stack gap="xs" mt="xs">
            {kinds.map((kind) => (
              <Radio key={kind} value={kind} label={words.kinds[kind]} />
            ))}
          </Stack>
        </Radio.Group>
        {research === 'disease' && (
          <Select
            label={words.disease}
            description={words.diseaseDetail}
            data={view.diseases.map(({ code, title }) => ({ value: code, label: title }))}
            value={disease}
            onChange={(value) => setFields({ ...fields, disease: value })}
          />
        )}
        <Checkbox.Group
          label={words.involves}
          value={[...fields.involves]}
          onChange={(values) =>
            setFields({ ...fields, involves: workTraits.filter((trait) => values.includes(trait)) })
          }
        >
          <Choices of={workTraits.map((trait: WorkTrait) => [trait, words.traits[trait]])} />
        </Checkbox.Group>
        {view.conditions.length > 0 && (
          <Checkbox.Group
            label={words.confirms}
            description={words.confirmsDetail}
            value={[...fields.confirms]}
            onChange={(confirms) => setFields({ ...fields, confirms })}
          >
            <Choices of={view.conditions.map((condition) => [condition.code, condition.words])} />
          </Checkbox.Group>
        )}
        <FailedAlert says={state.error && describeError(state.error)} />
        <Group gap="sm">
          <Button
            type="submit"
            size="md"
            leftSection={<Check size={18} aria-hidden />}
            loading={state.isPending}
            disabled={purpose === null}
          >
            {words.state}
          </Button>
          {onStated === undefined && (
            <LinkButton to="/" size="md" variant="default">
              {words.decline}
            </LinkButton>
          )}
        </Group>
      </Stack>
    </form>
  );
}

const Choices = ({ of }: { readonly of: readonly (readonly [value: string, label: string])[] }) => (
  <Stack gap="xs" mt="xs">
    {of.map(([value, label]) => (
      <Checkbox key={value} value={value} label={label} />
    ))}
  </Stack>
);

/** Stores the purpose, then loads all data of the dataset anew: other subjects may be reached. */
function useStatePurpose(dataset: string, onStated: (() => void) | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (purpose: Purpose) =>
      request(catalogueEndpoints.statePurpose, { params: { dataset }, body: purpose }),
    onSuccess: async () => {
      onStated?.();
      await queryClient.resetQueries({ queryKey: [dataset] });
    },
  });
}
