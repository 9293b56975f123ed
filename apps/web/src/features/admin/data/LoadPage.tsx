import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { UploadItem } from '@atrium/contract/wire/adminData';
import {
  Alert,
  Button,
  Checkbox,
  FileButton,
  Group,
  Paper,
  Progress,
  Skeleton,
  Stack,
  Text,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { request } from '../../../api/client.ts';
import { failureOf } from '../../../api/failureOf.ts';
import { formatBytes } from '../../../lib/formatBytes.ts';
import { formatInstant } from '../../../lib/formatInstant.ts';
import { FailedAlert } from '../../../ui/FailedAlert.tsx';
import { FileUp } from '../../../ui/icons.ts';
import { Section } from '../../../ui/Section.tsx';
import { StateMessage } from '../../../ui/StateMessage.tsx';
import { useRoomAction } from '../dialog/useRoomAction.ts';
import { RoomTable } from '../list/RoomTable.tsx';
import { BeginDialog, type ImportSource } from './BeginDialog.tsx';
import { packagesQuery, uploadsQuery } from './dataQueries.ts';
import { words } from './dataWords.ts';
import { type SentFile, useSending } from './useSending.ts';

interface LoadPageProps {
  readonly onImport: (importId: number) => void;
  readonly onDraft: (draftId: string) => void;
}

const isZip = (name: string): boolean => /\.zip$/i.test(name);
/** Tables, zips of tables, and files that the portal can convert. */
const isDescribable = (name: string): boolean =>
  /\.(?:(?:csv|tsv|txt|json|jsonl|ndjson|ped|fam)(?:\.gz)?|parquet|zip)$/i.test(name);

/** Sends files, and begins an import of a package or a description of tables. */
export function LoadPage({ onImport, onDraft }: LoadPageProps) {
  const found = useQuery(uploadsQuery);
  const [source, setSource] = useState<ImportSource>();
  if (found.data === undefined)
    return found.isError ? (
      <StateMessage kind="error" title={describeError(found.error)} onRetry={() => void found.refetch()} />
    ) : (
      <Skeleton h={200} />
    );
  const { uploads, largest, maxPart } = found.data;
  return (
    <Stack gap="xl">
      {largest === 0 ? (
        <Alert color="yellow">{words.load.closed}</Alert>
      ) : (
        <SendBox known={uploads} largest={largest} maxPart={maxPart} />
      )}
      {largest > 0 && <SentFiles uploads={uploads} onSource={setSource} onDraft={onDraft} />}
      <ServerPackages onSource={setSource} />
      {source !== undefined && (
        <BeginDialog source={source} onClose={() => setSource(undefined)} onBegun={onImport} />
      )}
    </Stack>
  );
}

interface SendBoxProps {
  readonly known: readonly UploadItem[];
  readonly largest: number;
  readonly maxPart: number;
}

function SendBox({ known, largest, maxPart }: SendBoxProps) {
  const { files, send, stop } = useSending();
  const isSending = files.some(({ failure }) => failure === null);
  const start = (chosen: readonly File[]): void => {
    if (chosen.length > 0) void send(chosen, known, maxPart);
  };
  return (
    <Paper
      withBorder
      p="lg"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (!isSending) start([...event.dataTransfer.files]);
      }}
    >
      <Stack gap="md">
        <Group justify="space-between" gap="md">
          <Stack gap={4} flex="1 1 16rem">
            <Text fw={600}>{words.load.drop}</Text>
            <Text size="sm" c="dimmed">
              {words.load.limit(formatBytes(largest))}
            </Text>
          </Stack>
          <FileButton multiple onChange={start}>
            {(props) => (
              <Button {...props} disabled={isSending} leftSection={<FileUp size={16} aria-hidden />}>
                {words.load.choose}
              </Button>
            )}
          </FileButton>
        </Group>
        {files.map((file) => (
          <SendingFile
            key={file.name}
            sent={file}
            onRetry={isSending ? undefined : () => start([file.file])}
          />
        ))}
        {isSending && (
          <Group>
            <Button variant="default" size="compact-sm" onClick={stop}>
              {words.load.stop}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

interface SendingFileProps {
  readonly sent: SentFile;
  /** Goes on where the file was; undefined while others are sent. */
  readonly onRetry: (() => void) | undefined;
}

function SendingFile({ sent: { name, size, received, failure }, onRetry }: SendingFileProps) {
  if (failure !== null) return <FailedAlert title={name} says={failure} {...(onRetry && { onRetry })} />;
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{words.load.sending(name)}</Text>
        <Text size="sm" c="dimmed" className="tabular">
          {words.load.progress(formatBytes(received), formatBytes(size))}
        </Text>
      </Group>
      <Progress value={(100 * received) / Math.max(1, size)} aria-label={words.load.sending(name)} />
    </Stack>
  );
}

interface SentFilesProps {
  readonly uploads: readonly UploadItem[];
  readonly onSource: (source: ImportSource) => void;
  readonly onDraft: (draftId: string) => void;
}

function SentFiles({ uploads, onSource, onDraft }: SentFilesProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const tables = uploads.filter(({ name, isReady }) => isReady && isDescribable(name));
  const picked = tables.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const remove = useRoomAction({
    act: ({ id }: UploadItem) => request(adminEndpoints.data.uploads.remove, { params: { uploadId: id } }),
    say: (_, { name }) => words.load.deleted(name),
  });
  const describe = useRoomAction({
    act: () => request(adminEndpoints.data.drafts.make, { body: { uploads: picked } }),
    say: () => null,
    onDone: ({ id }) => onDraft(id),
  });
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  if (uploads.length === 0) return <StateMessage kind="empty" title={words.load.noFiles} />;
  return (
    <Section
      title={words.load.files}
      {...(tables.length > 0 && { detail: words.load.tablesDetail })}
      actions={
        tables.length > 0 && (
          <Button
            variant="default"
            disabled={picked.length === 0}
            loading={describe.isPending}
            onClick={() => describe.mutate(undefined)}
          >
            {words.load.describe}
          </Button>
        )
      }
    >
      <FailedAlert {...failureOf(describe)} />
      <FailedAlert {...failureOf(remove)} />
      <RoomTable
        label={words.load.files}
        columns={[
          {
            label: words.load.name,
            cell: (file) => (
              <FileName file={file} isChosen={chosen.has(file.id)} onToggle={() => toggle(file.id)} />
            ),
          },
          { label: words.load.size, isNumber: true, cell: ({ size }) => formatBytes(size) },
          { label: words.load.sent, cell: ({ startedAt }) => formatInstant(startedAt) },
          { label: words.load.by, cell: ({ username }) => username ?? '–' },
        ]}
        rows={uploads}
        keyOf={({ id }) => id}
        isStale={false}
        sort={undefined}
        onSort={() => {}}
        actions={(file) => (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            {file.isReady && isZip(file.name) && (
              <Button
                size="compact-sm"
                aria-label={words.load.importOf(file.name)}
                onClick={() => onSource({ kind: 'upload', id: file.id, name: file.name })}
              >
                {words.load.import}
              </Button>
            )}
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={words.load.deleteOf(file.name)}
              onClick={() => remove.mutate(file)}
            >
              {words.load.delete}
            </Button>
          </Group>
        )}
      />
    </Section>
  );
}

interface FileNameProps {
  readonly file: UploadItem;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function FileName({ file: { name, isReady, received }, isChosen, onToggle }: FileNameProps) {
  if (isReady && isDescribable(name))
    return (
      <Checkbox label={name} aria-label={words.load.select(name)} checked={isChosen} onChange={onToggle} />
    );
  return (
    <Stack gap={0}>
      <Text span size="sm" fw={600}>
        {name}
      </Text>
      {!isReady && (
        <Text span size="xs" c="dimmed">
          {words.load.partly(formatBytes(received))}
        </Text>
      )}
    </Stack>
  );
}

function ServerPackages({ onSource }: Pick<SentFilesProps, 'onSource'>) {
  const { packages } = useQuery(packagesQuery).data ?? { packages: [] };
  if (packages.length === 0) return null;
  return (
    <Section title={words.load.folders}>
      <RoomTable
        label={words.load.folders}
        columns={[{ label: words.load.name, cell: ({ name }) => name }]}
        rows={packages}
        keyOf={({ path }) => path}
        isStale={false}
        sort={undefined}
        onSort={() => {}}
        actions={({ path, name }) => (
          <Button
            size="compact-sm"
            aria-label={words.load.importOf(name)}
            onClick={() => onSource({ kind: 'folder', path, name })}
          >
            {words.load.import}
          </Button>
        )}
      />
    </Section>
  );
}
