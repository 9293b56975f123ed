import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { DataDetail, LackingPart, LackingWord } from '@atrium/contract/wire/adminData';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../../api/client.ts';
import { failureOf } from '../../../api/failureOf.ts';
import { FailedAlert } from '../../../ui/FailedAlert.tsx';
import { Section } from '../../../ui/Section.tsx';
import { useRoomAction } from '../dialog/useRoomAction.ts';
import { RoomTable } from '../list/RoomTable.tsx';
import { lackingQuery } from './dataQueries.ts';
import { words } from './dataWords.ts';
import { numberOf } from './ReleaseTable.tsx';

const choices = ['withdrawn', 'not_delivered'] as const satisfies readonly LackingWord[];

/** What earlier releases have and the live one lacks: a steward says why, and so whether it stays closed there. */
export function LackingParts({ detail }: { readonly detail: DataDetail }) {
  const { dataset } = detail;
  const found = useQuery(lackingQuery(dataset));
  const { lacking } = words;
  const say = useRoomAction({
    act: ({ part: { kind, id }, word }: { readonly part: LackingPart; readonly word: LackingWord }) =>
      request(adminEndpoints.data.datasets.sayLacking, { params: { dataset }, body: { kind, id, word } }),
    say: (_, { part, word }) => lacking.said(part.title, lacking.words[word]),
  });
  if (found.isError) return <FailedAlert says={lacking.failed} onRetry={() => void found.refetch()} />;
  const parts = found.data?.parts ?? [];
  if (parts.length === 0) return null;
  return (
    <Section title={lacking.title}>
      <Text size="sm" c="dimmed">
        {lacking.detail}
      </Text>
      <FailedAlert {...failureOf(say)} />
      <RoomTable
        label={lacking.title}
        columns={[
          { label: lacking.columns.part, cell: ({ title }) => title },
          { label: lacking.columns.kind, cell: ({ kind }) => lacking.kinds[kind] },
          {
            label: lacking.columns.releases,
            cell: ({ releases }) => releases.flatMap((id) => numberOf(detail, id) ?? []).join(', '),
          },
          {
            label: lacking.columns.word,
            cell: ({ word }) => (word === null ? lacking.waits : lacking.words[word]),
          },
        ]}
        rows={parts}
        keyOf={({ kind, id }) => `${kind}:${id}`}
        isStale={false}
        sort={undefined}
        onSort={() => {}}
        actions={(part) => (
          <Group gap="xs" justify="flex-end">
            {choices
              .filter((word) => word !== part.word)
              .map((word) => (
                <Button
                  key={word}
                  size="compact-sm"
                  variant="default"
                  loading={say.isPending}
                  aria-label={lacking.sayOf(lacking.words[word], part.title)}
                  onClick={() => say.mutate({ part, word })}
                >
                  {lacking.words[word]}
                </Button>
              ))}
          </Group>
        )}
      />
    </Section>
  );
}
