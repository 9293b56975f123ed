import { vi } from 'vitest';

/** A freshly loaded page: the client remembers when it is leaving. */
export async function loadPage() {
  vi.resetModules();
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  const client = await import('../api/client.ts');
  const { createQueryClient } = await import('../api/queryClient.ts');
  return { ...client, createQueryClient, reload };
}
