import { accessEndpoints } from '@atrium/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../api/client.ts';
import { sessionsQuery } from '../queries.ts';
import type { PasswordValues } from './passwordSchema.ts';

/** Changes the own password, which ends all other sessions. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ current, next }: PasswordValues) =>
      request(accessEndpoints.changePassword, { body: { currentPassword: current, newPassword: next } }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
