import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from '../api/queryClient.ts';

const clients = new Set<QueryClient>();

/** A query client of the portal that ends with the test. */
export function createTestClient(): QueryClient {
  const client = createQueryClient();
  clients.add(client);
  return client;
}

/** Ends the queries of every client, also those that wait for their next attempt. */
export function clearClients(): void {
  for (const client of clients) client.clear();
}
