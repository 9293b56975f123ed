import { AsyncLocalStorage } from 'node:async_hooks';
import type { RecordedLine } from './record.ts';

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
