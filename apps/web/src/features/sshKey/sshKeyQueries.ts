import { sshKeyEndpoints } from '@atrium/contract/endpoints/sshKey';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../api/client.ts';

/** The person's own keys, the latest first. */
export const sshKeysQuery = queryOptions({
  queryKey: ['sshKeys'],
  queryFn: ({ signal }) => request(sshKeyEndpoints.list, { signal }),
  select: (reply) => reply.keys,
  staleTime: 0,
});

function useKeyChange<Input>(change: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: sshKeysQuery.queryKey }),
  });
}

interface Key {
  readonly sshKey: string;
}

export const useSendKey = () =>
  useKeyChange(({ sshKey }: Key) => request(sshKeyEndpoints.send, { body: { sshKey: sshKey.trim() } }));

export const useReplaceKey = (keyId: number) =>
  useKeyChange(({ sshKey }: Key) =>
    request(sshKeyEndpoints.replace, { params: { keyId }, body: { sshKey: sshKey.trim() } }),
  );

export const useDeleteKey = () =>
  useKeyChange((keyId: number) => request(sshKeyEndpoints.delete, { params: { keyId } }));
