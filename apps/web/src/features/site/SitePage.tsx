import { isLinkAddress } from '@atrium/contract/documents/linkAddress';
import { siteEndpoints } from '@atrium/contract/endpoints/site';
import { Skeleton, Stack } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { describeError } from '../../api/apiError.ts';
import { request } from '../../api/client.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { pageWords as words } from './siteWords.ts';

const pageQuery = (page: string) =>
  queryOptions({
    queryKey: ['site', 'page', page],
    queryFn: ({ signal }) => request(siteEndpoints.page, { params: { page }, signal }),
    staleTime: 5 * 60_000,
  });

/** A page that the site configuration holds. */
export function SitePage({ page }: { readonly page: string }) {
  const found = useQuery(pageQuery(page));
  if (found.data !== undefined) {
    return (
      <Stack gap="lg">
        <PageHeader title={found.data.title} />
        <RichText html={found.data.body} headingsFrom={2} isLink={isLinkAddress} />
      </Stack>
    );
  }
  if (found.isError) {
    return (
      <StateMessage
        heading
        kind="error"
        title={words.failed}
        detail={describeError(found.error)}
        onRetry={() => void found.refetch()}
      />
    );
  }
  return (
    <Stack gap="md" aria-busy="true">
      <Skeleton h={32} w="50%" />
      <Skeleton h={240} />
    </Stack>
  );
}
