import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import { type AuditAction, type AuditDetail, auditActions } from '@atrium/contract/wire/audit';
import { currentQuestion, forPortal } from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/index.ts';
import { appendLines, type Line, storeLong } from './appendLines.ts';
import { createLineQueue, type LineQueue } from './lineQueue.ts';
import { type RecordedQuery, toStore } from './recordedQueries.ts';

export interface AuditEvent {
  /** Null where the account is not known, as in a sign-in with a name that does not exist. */
  readonly accountId: number | null;
  readonly datasetId?: number;
  readonly action: AuditAction;
  /** Numbers and ids only: which release, how many rows. Never a password, a typed name or a value of a subject. */
  readonly detail?: AuditDetail;
  /** The recorded query, where the line is about a question; named by hash in the detail and kept as long as the line. */
  readonly recordedQuery?: RecordedQuery;
  /** The user of the operating system, where the line is about a command. */
  readonly operator?: string;
}

/** Proof that a line is stored, or is part of a transaction of the handler; only `record` makes one. */
export interface RecordedLine {
  readonly recorded: AuditAction;
}

/** An assistant on whose behalf calls are answered (rule 14.81). */
export interface AskingAssistant {
  /** The id of its token, which stands in each line. */
  readonly token: number;
  /** The lines that its calls have left. */
  readonly lines: RecordedLine[];
}

const asking = new AsyncLocalStorage<AskingAssistant>();

/** Answers calls on behalf of an assistant: each line of the audit names it. The work may begin when it is awaited. */
export const askAs = <Answer>(assistant: AskingAssistant, work: () => PromiseLike<Answer>): Promise<Answer> =>
  asking.run(assistant, async () => await work());

/** The assistant whose call is being answered; undefined where a person or another program calls. */
export const askingAssistant = (): AskingAssistant | undefined => asking.getStore();

/** The line that a disclosed answer needs: still to be written in the name of its caller, or written already. */
export type DisclosureLine =
  | (Pick<AuditEvent, 'action' | 'detail' | 'recordedQuery'> & { readonly datasetId?: number })
  | RecordedLine;

const written = new WeakSet<RecordedLine>();

/** Whether a line was written by `record`. */
export const isRecorded = (line: DisclosureLine): line is RecordedLine =>
  'recorded' in line && written.has(line);

const faults = channel('atrium.audit.fault');

/** Calls a listener for each line that could not be written, also during a download; the returned function ends it. */
export function onRecordFault(listener: (error: unknown) => void): () => void {
  const receive = (error: unknown): void => listener(error);
  faults.subscribe(receive);
  return () => void faults.unsubscribe(receive);
}

/**
 * Appends a line to the audit. The same statement stores its recorded query, so that neither exists without the other;
 * a long one is stored before, and goes with the next retirement if its line never comes.
 * In a transaction it must be the last statement: it locks the head until the commit, and every other line waits.
 * Outside of one, the lines of all who wait are appended by one statement, in the order in which they came; each caller
 * goes on after the commit of its line.
 */
export async function record(db: Kysely<Schema>, event: AuditEvent): Promise<RecordedLine> {
  const { stored, detail: ofQuery } = toStore(event.recordedQuery ?? {});
  const assistant = askingAssistant();
  const detail = {
    ...event.detail,
    ...(assistant !== undefined && { assistant: assistant.token }),
    ...ofQuery,
  };
  const line: Line = {
    account_id: event.accountId,
    operator: event.operator ?? null,
    dataset_id: event.datasetId ?? null,
    action: event.action,
    detail: JSON.stringify(detail),
    stored,
  };
  await append(db, line);
  const trace = currentQuestion()?.trace ?? null;
  if (trace !== null) trace.recorded = { action: event.action, detail };
  lines.publish(event.action);
  const proof: RecordedLine = Object.freeze({ recorded: event.action });
  written.add(proof);
  assistant?.lines.push(proof);
  return proof;
}

async function append(db: Kysely<Schema>, line: Line): Promise<void> {
  try {
    if (db.isTransaction) return await appendLines(db, [line]);
    await storeLong(db, line);
    await queueOf(db).append(line);
  } catch (error) {
    faults.publish(error);
    throw error;
  }
}

const lines = channel('atrium.audit.line');

/** Calls a listener with the action of each line that was written; the returned function ends it. */
export function onRecord(listener: (action: AuditAction) => void): () => void {
  const receive = (action: unknown): void => {
    const known = auditActions.find((one) => one === action);
    if (known !== undefined) listener(known);
  };
  lines.subscribe(receive);
  return () => void lines.unsubscribe(receive);
}

const queues = new WeakMap<Kysely<Schema>, LineQueue>();

function queueOf(db: Kysely<Schema>): LineQueue {
  const queue = queues.get(db) ?? createLineQueue((lines) => forPortal(() => appendLines(db, lines)));
  queues.set(db, queue);
  return queue;
}
