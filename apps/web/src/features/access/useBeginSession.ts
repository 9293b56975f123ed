import type { accessEndpoints } from '@atrium/contract/endpoints/access';
import { useQueryClient } from '@tanstack/react-query';
import type { CallReply } from '../../api/client.ts';
import { currentUserQuery } from '../../api/session.ts';

/** Takes the reply of a sign-in as the current user, and first clears what was loaded for an anonymous visitor. */
export function useBeginSession() {
  const queryClient = useQueryClient();
  return async (session: CallReply<typeof accessEndpoints.currentUser>): Promise<void> => {
    const [key] = currentUserQuery.queryKey;
    await queryClient.resetQueries({ predicate: (query) => query.queryKey[0] !== key });
    queryClient.setQueryData(currentUserQuery.queryKey, session);
  };
}
