import { accessEndpoints } from '@atrium/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../api/client.ts';
import { tokensQuery } from '../queries.ts';
import type { TokenValues } from './tokenSchema.ts';

/** Makes a token; its secret is in the reply and nowhere else. */
export function useMakeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, scopes, days }: TokenValues) =>
      request(accessEndpoints.makeToken, { body: { name, scopes, expiresInDays: Number(days) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
    gcTime: 0,
  });
}

/** Ends a token of one's own. */
export function useRevokeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (tokenId: number) => request(accessEndpoints.revokeToken, { params: { tokenId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
}
