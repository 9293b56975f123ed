import { cohortDocumentEndpoints as endpoints } from '@atrium/contract/endpoints/cohortDocument';
import { type CohortFormat, cohortFormats } from '@atrium/contract/wire/cohortDocument';
import { Button, Group, Modal, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { download, request } from '../../../api/client.ts';
import { saveFile } from '../../../lib/saveFile.ts';
import { announce } from '../../../ui/announce.ts';
import { Download } from '../../../ui/icons.ts';
import { Sentences } from '../../../ui/Notices.tsx';
import { LoadFailed, messageOf } from '../LoadFailed.tsx';
import { Messages } from '../Messages.tsx';
import { travelWords as words } from './travelWords.ts';

interface TakenFrom {
  readonly dataset: string;
  /** Absent: the active cohort. */
  readonly reportId?: number;
  /** The snapshot of the active cohort, so that an edit asks anew. */
  readonly snapshotId?: number | null;
}

const documentOptions = ({ dataset, reportId, snapshotId = null }: TakenFrom, format: CohortFormat) =>
  queryOptions({
    queryKey: [dataset, 'cohort', snapshotId, 'document', reportId ?? null, format] as const,
    queryFn: ({ signal }) =>
      reportId === undefined
        ? request(endpoints.ofCohort, { params: { dataset }, query: { format }, signal })
        : request(endpoints.ofReport, { params: { dataset, reportId }, query: { format }, signal }),
    retry: false,
  });

/** The button that opens the formats in which a cohort can be taken along (rule 14.76). */
export function TakeAlong({ isOff = false, ...from }: TakenFrom & { readonly isOff?: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        w="fit-content"
        disabled={isOff}
        leftSection={<Download size={14} />}
        onClick={() => setIsOpen(true)}
      >
        {words.take}
      </Button>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title={words.takeTitle} size="lg">
        {isOpen && <Formats from={from} />}
      </Modal>
    </>
  );
}

function Formats({ from }: { readonly from: TakenFrom }) {
  const [format, setFormat] = useState<CohortFormat>('cohort');
  const taken = useQuery(documentOptions(from, format));
  const { dataset, reportId } = from;
  const packets = useMutation({
    mutationFn: (filename: string) =>
      reportId === undefined
        ? download(endpoints.phenopackets, { params: { dataset }, filename })
        : download(endpoints.phenopacketsOfReport, { params: { dataset, reportId }, filename }),
    onSuccess: () => announce(words.saved),
  });
  const read = taken.data;
  const save = () => {
    if (read === undefined) return;
    if (read.format === 'phenopackets') return packets.mutate(read.fileName);
    const text = `${JSON.stringify(read.document, null, 2)}\n`;
    saveFile(new Blob([text], { type: 'application/json' }), read.fileName);
    announce(words.saved);
  };
  return (
    <Stack>
      <NativeSelect
        label={words.format}
        value={format}
        data={cohortFormats.map((value) => ({ value, label: words.formats[value] }))}
        onChange={({ currentTarget }) =>
          setFormat(cohortFormats.find((one) => one === currentTarget.value) ?? 'cohort')
        }
      />
      {taken.isError && <LoadFailed error={taken.error} retry={() => void taken.refetch()} />}
      {taken.isPending && <Skeleton height={60} />}
      {packets.error !== null && <Messages errors={[messageOf(packets.error)]} warnings={[]} />}
      <Group justify="flex-end">
        <Button
          loading={packets.isPending}
          disabled={read === undefined || read.unsaid.length > 0}
          onClick={save}
        >
          {words.save}
        </Button>
      </Group>
      {read !== undefined && <Listed title={words.unsaid} parts={read.unsaid} />}
      {read !== undefined && <Listed title={words.leftOut} parts={read.leftOut} />}
    </Stack>
  );
}

const Listed = ({ title, parts }: { readonly title: string; readonly parts: readonly string[] }) =>
  parts.length === 0 ? null : (
    <div>
      <Text fw={600}>{title}</Text>
      <Sentences of={parts} />
    </div>
  );
