import { transferEndpoints } from '@atrium/contract/endpoints/transfer';
import { Anchor, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { describeError } from '../../api/apiError.ts';
import { request } from '../../api/client.ts';
import { formatBytes } from '../../lib/formatBytes.ts';
import { formatInstant } from '../../lib/formatInstant.ts';
import { StateMessage } from '../../ui/StateMessage.tsx';
import classes from './Files.module.css';
import { words } from './filesWords.ts';

export interface LinksDialogProps {
  readonly dataset: string;
  readonly transferId: number;
  readonly onClose: () => void;
}

const linksAtATime = 100;

/** A link for each file of a transfer, for browsers that cannot write into a folder. */
export function LinksDialog({ dataset, transferId, onClose }: LinksDialogProps) {
  const pages = useInfiniteQuery({
    queryKey: [dataset, 'transferLinks', transferId] as const,
    queryFn: ({ signal, pageParam }) =>
      request(transferEndpoints.files, {
        params: { dataset, transferId },
        query: { after: pageParam, limit: linksAtATime },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const files = pages.data?.pages.flatMap(({ results }) => results) ?? [];
  const until = pages.data?.pages[0]?.linksUntil;
  return (
    <Modal opened onClose={onClose} title={words.links} size="lg">
      <Stack gap="md">
        {until !== undefined && <Text size="sm">{words.linksDetail(formatInstant(until))}</Text>}
        {pages.isError && (
          <StateMessage
            kind="error"
            title={words.failed}
            detail={describeError(pages.error)}
            onRetry={() => void pages.refetch()}
          />
        )}
        {pages.isPending && <Skeleton height={120} />}
        <ul className={classes.items} style={{ maxHeight: 'none' }}>
          {files.map((file) => (
            <li key={file.fileId}>
              <span className={classes.item}>
                {file.url === null ? (
                  <>
                    {file.name}
                    <span className={classes.quiet} style={{ display: 'block' }}>
                      {file.problem}
                    </span>
                  </>
                ) : (
                  <Anchor href={file.url} download={file.name} aria-label={words.linkName(file.name)}>
                    {file.name}
                  </Anchor>
                )}
                {file.checksum !== null && (
                  <span className={classes.quiet} style={{ display: 'block' }}>
                    {file.checksum.kind} {file.checksum.value}
                  </span>
                )}
              </span>
              <span className={classes.size}>{formatBytes(file.size)}</span>
            </li>
          ))}
        </ul>
        <Group justify="space-between">
          {pages.hasNextPage ? (
            <Button
              variant="default"
              loading={pages.isFetchingNextPage}
              onClick={() => void pages.fetchNextPage()}
            >
              {words.linksMore}
            </Button>
          ) : (
            <span />
          )}
          <Button variant="default" onClick={onClose}>
            {words.linksClose}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
