import type { Endpoint, Need } from '../endpoints/endpoint.ts';

export const tokenScopes = ['read', 'export'] as const;
/** What a token may be used for: `read`, all that a researcher asks and edits; `export`, downloads that stream (rule 8.8). */
export type TokenScope = (typeof tokenScopes)[number];

/** Whether a token may come instead of a session; a new need is decided here before it compiles. */
const takesToken: Readonly<Record<Need, boolean>> = {
  anyone: true,
  signedIn: true,
  session: false,
  staff: false,
  member: true,
  subjects: true,
  aggregates: true,
  reports: true,
};

/** The scope that a token needs at an endpoint; null where no token is taken (administration of account or site). */
export function scopeNeeded({ need, streams }: Pick<Endpoint, 'need' | 'streams'>): TokenScope | null {
  if (!takesToken[need]) return null;
  return streams === undefined ? 'read' : 'export';
}
