import { accessEndpoints } from '@atrium/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../api/client.ts';
import { currentUserQuery } from '../../../api/session.ts';
import type { SignInValues } from './signInSchema.ts';

/** Starts a session; what was learned as an anonymous visitor is forgotten first. */
export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SignInValues) => request(accessEndpoints.signIn, { body }),
    onSuccess: async (session) => {
      const [key] = currentUserQuery.queryKey;
      await queryClient.resetQueries({ predicate: (query) => query.queryKey[0] !== key });
      queryClient.setQueryData(currentUserQuery.queryKey, session);
    },
  });
}
