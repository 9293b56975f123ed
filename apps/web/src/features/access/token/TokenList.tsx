import { accessEndpoints } from '@atrium/contract/endpoints/access';
import type { ApiToken } from '@atrium/contract/wire/apiToken';
import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { request } from '../../../api/client.ts';
import { formatDayOf, formatInstant } from '../../../lib/formatInstant.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { tokensQuery } from '../accessQueries.ts';
import { describeScope, tokenWords as words } from '../accessWords.ts';

/** The person's tokens, the latest first; each can be revoked. */
export function TokenList({ tokens }: { readonly tokens: readonly ApiToken[] }) {
  const [revoking, setRevoking] = useState<ApiToken>();
  if (tokens.length === 0) return <Text c="dimmed">{words.none}</Text>;
  return (
    <>
      <Stack gap="sm" component="ul" aria-label={words.list} p={0} m={0} style={{ listStyle: 'none' }}>
        {tokens.map((token) => (
          <li key={token.id}>
            <TokenCard token={token} onRevoke={() => setRevoking(token)} />
          </li>
        ))}
      </Stack>
      {revoking && <RevokeDialog token={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  );
}

function TokenCard({ token, onRevoke }: { readonly token: ApiToken; readonly onRevoke: () => void }) {
  return (
    <Card padding="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Group gap="xs" flex="1 1 12rem" miw={0}>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {token.name}
            </Text>
            {token.isExpired && (
              <Badge color="gray" variant="light" tt="none">
                {words.expired}
              </Badge>
            )}
          </Group>
          <Button variant="default" aria-label={words.revokeName(token.name)} onClick={onRevoke}>
            {words.revoke}
          </Button>
        </Group>
        <Facts
          facts={[
            [words.may, token.scopes.map((scope) => describeScope(scope).label).join(', ')],
            [words.lastUsed, token.lastUsedAt === null ? words.never : formatInstant(token.lastUsedAt)],
            [words.ends, formatDayOf(token.expiresAt)],
          ]}
        />
      </Stack>
    </Card>
  );
}

function RevokeDialog({ token, onClose }: { readonly token: ApiToken; readonly onClose: () => void }) {
  const revoke = useRevokeToken();
  const onSuccess = () => {
    notifications.show({ message: words.revoked });
    onClose();
  };
  return (
    <ConfirmDialog
      title={words.revokeTitle(token.name)}
      confirm={words.revoke}
      cancel={words.keep}
      isBusy={revoke.isPending}
      failure={revoke.error && describeError(revoke.error)}
      onConfirm={() => revoke.mutate(token.id, { onSuccess })}
      onClose={onClose}
    >
      {words.revokeDetail}
    </ConfirmDialog>
  );
}

/** Revokes a token of the person's own. */
function useRevokeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (tokenId: number) => request(accessEndpoints.revokeToken, { params: { tokenId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
}
