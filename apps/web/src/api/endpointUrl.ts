import type { Endpoint } from '@atrium/contract';
import { z } from 'zod';

function fieldsOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** The address of one call, relative to the site; absent query values are left out. */
export function endpointUrl(endpoint: Endpoint, input: { params?: unknown; query?: unknown }): string {
  const params = new Map(fieldsOf(z.encode(endpoint.params, input.params ?? {})));
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name) ?? '')),
  );
  const query = new URLSearchParams();
  for (const [name, value] of fieldsOf(z.encode(endpoint.query, input.query ?? {}))) {
    query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}
