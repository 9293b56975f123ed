import type { AuditLine } from '@atrium/contract/wire/audit';
import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { describeError } from '../../api/apiError.ts';
import { formatInstant } from '../../lib/formatInstant.ts';
import { FailedAlert } from '../../ui/FailedAlert.tsx';
import { transferQuery, type Whose } from './auditQueries.ts';
import { words } from './auditWords.ts';
import classes from './RecordedQuery.module.css';
import { sentenceOf } from './sentenceOf.ts';

interface TransferFilesProps {
  readonly line: AuditLine;
  readonly whose: Whose;
}

/** The number of the transfer that a line begins; undefined where it begins none. */
export function transferOf({ action, detail }: Pick<AuditLine, 'action' | 'detail'>): number | undefined {
  const { download } = detail;
  return action === 'download_begin' && typeof download === 'number' ? download : undefined;
}

/** The files of the transfer that a line begins. They are loaded when they are opened. */
export function TransferFiles({ line, whose }: TransferFilesProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const transfer = transferOf(line);
  return (
    <>
      {' '}
      <Anchor
        component="button"
        type="button"
        inherit
        py={2}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={words.filesOf(line.id)}
        onClick={() => setIsOpen(!isOpen)}
      >
        {words.files}
      </Anchor>
      <div id={id}>
        {isOpen && transfer !== undefined && (
          <Files transfer={transfer} whose={whose} name={words.filesOf(line.id)} />
        )}
      </div>
    </>
  );
}

interface FilesProps {
  readonly transfer: number;
  readonly whose: Whose;
  readonly name: string;
}

function Files({ transfer, whose, name }: FilesProps) {
  const found = useInfiniteQuery(transferQuery(whose, transfer));
  if (found.isError)
    return <FailedAlert says={describeError(found.error)} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <Skeleton h={48} mt="xs" />;
  const lines = withoutBegun(found.data);
  if (lines.length === 0) return <Text size="sm">{words.noFiles}</Text>;
  return (
    <>
      <ol className={classes.definition} aria-label={name}>
        {lines.map((line) => (
          <li key={line.id}>
            {sentenceOf(line)}
            <Text span size="xs" c="dimmed">
              {' '}
              {formatInstant(line.at)}
            </Text>
          </li>
        ))}
      </ol>
      {found.hasNextPage && (
        <Button
          mt="xs"
          size="compact-sm"
          variant="default"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {words.more}
        </Button>
      )}
    </>
  );
}

/** Lines that say how a part of a file ended stand for those that say that it began. */
function withoutBegun(lines: readonly AuditLine[]): readonly AuditLine[] {
  const partOf = ({ detail }: AuditLine): string => JSON.stringify([detail['file'], detail['from']]);
  const sent = new Set(lines.filter(({ action }) => action === 'file_sent').map(partOf));
  return lines.filter((line) => line.action !== 'file_begin' || !sent.has(partOf(line)));
}
