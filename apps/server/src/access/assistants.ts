import { assistantEndpoints } from '@atrium/contract/endpoints/assistant';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { assistantScope } from '@atrium/contract/wire/apiToken';
import { type Assistant, assistantHours, assistantTerms } from '@atrium/contract/wire/assistant';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/index.ts';
import { disclosed, route } from '../http/index.ts';
import type { PortalApi } from './account.ts';
import { hashOfSecret, newSecret } from './secret.ts';
import { sessionToken } from './sessionCookie.ts';
import { lockAccount, lockSession, tokenPrefix } from './tokens.ts';

export interface AssistantDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
  /** Whether the configuration of the site lets people allow assistants. */
  readonly assistants: boolean;
}

const hourMs = 60 * 60 * 1000;
const maxAssistants = 5;

/** Assistants that a person allows for a session (rule 14.80). They are ended like other tokens. */
export function registerAssistants(api: PortalApi, deps: AssistantDeps): void {
  route(api, assistantEndpoints.list, async ({ account }) => ({
    assistants: await listAssistants(deps, account.id),
  }));
  route(api, assistantEndpoints.allow, async ({ account, body: { name }, request }) => {
    if (!deps.assistants) throw new PortalError('not_found', 'This site does not let assistants in.');
    const allowed = await allow(deps, account.id, { name, session: sessionToken(request) });
    const detail = { token: allowed.assistant.id, terms: assistantTerms, hours: assistantHours };
    return disclosed(allowed, [{ action: 'assistant_allow', detail }]);
  });
}

const columns = [
  'api_token.id',
  'api_token.name',
  'api_token.created_at',
  'api_token.expires_at',
  'api_token.last_used_at',
] as const;

interface AssistantRow {
  readonly id: number;
  readonly name: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly last_used_at: Date | null;
}

const present = (row: AssistantRow): Assistant => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

/** Those whose session has not ended. */
async function listAssistants(
  { db, clock }: Pick<AssistantDeps, 'db' | 'clock'>,
  accountId: number,
): Promise<Assistant[]> {
  const now = clock();
  const rows = await db
    .selectFrom('api_token')
    .innerJoin('session', 'session.id', 'api_token.session_id')
    .select(columns)
    .where('api_token.account_id', '=', accountId)
    .where('api_token.expires_at', '>', now)
    .where('session.expires_at', '>', now)
    .orderBy('api_token.id', 'desc')
    .execute();
  return rows.map(present);
}

interface Allowing {
  readonly name: string;
  readonly session: string | undefined;
}

const allow = ({ db, clock }: AssistantDeps, accountId: number, { name, session }: Allowing) =>
  db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, accountId);
    const { id: session_id, second_factor } = await lockSession(transaction, accountId, session);
    const held = await listAssistants({ db: transaction, clock }, accountId);
    if (held.length >= maxAssistants)
      throw new PortalError('conflict', `At most ${maxAssistants} assistants are allowed. End one first.`);
    const now = clock();
    const secret = tokenPrefix + newSecret();
    const row = await transaction
      .insertInto('api_token')
      .values({
        account_id: accountId,
        name,
        token_hash: hashOfSecret(secret),
        scopes: [assistantScope],
        second_factor,
        session_id,
        created_at: now,
        expires_at: new Date(now.getTime() + assistantHours * hourMs),
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
    return { assistant: present(row), secret };
  });
