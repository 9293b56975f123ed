import { PortalError } from '@atrium/contract/errors/errorCode';
import {
  compileQuestion,
  type Dialect,
  type LongQuery,
  type Lookup,
  type Query,
  type ReleaseQuestion,
  type ReleaseSql,
} from '@atrium/engine';
import { type AnsweringIndex, answerQuestion } from '@atrium/index';
import type { FileForm, FilePiece } from '../formats/filePiece.ts';
import type { Row } from '../sql/row.ts';
import { answerKey, createAnswerMemory, questionKey } from './answerMemory.ts';
import { lostRelease } from './lostRelease.ts';
import { createMemory } from './memory.ts';
import { currentQuestion } from './question.ts';
import { fairSemaphores } from './semaphore.ts';
import { letOthersPass } from './timeSlices.ts';
import { tracedParts, tracedRows } from './trace.ts';

export interface StopOptions {
  /** Ends the statement early; the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** A result to be exported. */
export interface ExportRequest extends FileForm {
  readonly query: LongQuery;
}

/** Runs questions about releases; no caller needs to know the database. */
export interface Questions {
  /** What questions must be compiled for. */
  readonly dialect: Dialect;
  /** Questions of one account that are worked on at once, which leaves others something (rule 8.17). */
  readonly questionsOfOne: number;
  /**
   * Loads a release's dictionary and makes its tables known as `"release"."table"`; later calls cost nothing. Rejects with
   * PortalError `not_ready` where its data are gone or cannot be read.
   */
  open(release: string): Promise<Lookup>;
  /**
   * The answer to a question about subjects: from the index of the release where it has one that can say, else by a
   * statement. Rejects like `run`.
   */
  ask(question: ReleaseQuestion, release: ReleaseSql, options?: StopOptions): Promise<readonly Row[]>;
  /** The whole result. Rejects with PortalError `timed_out` after the statement time-out. */
  run(query: Query, options?: StopOptions): Promise<readonly Row[]>;
  /** The result in chunks, in constant memory; leaving the loop early ends the statement. */
  stream(query: Query, options?: StopOptions): AsyncIterable<readonly Row[]>;
  /**
   * The result as a file, in pieces, in constant memory; leaving the loop early ends the statement. No piece is made
   * before the last but one was taken.
   */
  exportFile(request: ExportRequest, options?: StopOptions): AsyncIterable<FilePiece>;
  /** Rejects with PortalError `unavailable` while the database below does not answer (rule 9.15). */
  checkReady(): Promise<void>;
  /** Questions that run, and that wait for their turn. */
  load(): { readonly running: number; readonly waiting: number };
}

/** What a database must do to run questions. */
export interface QuestionStore
  extends Pick<Questions, 'dialect' | 'questionsOfOne' | 'run' | 'stream' | 'exportFile' | 'checkReady'> {
  /** Questions that it can run at once, beside streams. */
  readonly questionsAtOnce: number;
  /** Makes a release's tables known and loads its dictionary; throws unless the release is whole. */
  load(release: string): Promise<Lookup>;
  /** Lets go of a release that was loaded. */
  unload(release: string): Promise<void>;
}

export interface OwnedQuestions extends Questions {
  /** Lets go of a release that is being removed. */
  forget(release: string): Promise<void>;
  /** Refuses those who wait. */
  close(): void;
}

/** Where the indexes of releases are found. */
export interface IndexFinder {
  /** The index of a release; null where it has none, or none yet. */
  find(release: string): AnsweringIndex | null;
}

interface QuestionOptions {
  readonly indexes?: IndexFinder | null;
  /** Whether answers are given again; default: yes. */
  readonly remembers?: boolean;
  /** Gets what an index failed with; the statement answers then (rule 16.18). Default: nobody does. */
  readonly onIndexFault?: (error: unknown) => void;
}

/** More than any installation has. */
const maxReleases = 1_000_000;

/** A question may be kept and asked often. */
const statements = new WeakMap<ReleaseQuestion, { readonly release: ReleaseSql; readonly query: Query }>();

function statementOf(question: ReleaseQuestion, release: ReleaseSql): Query {
  const known = statements.get(question);
  if (known?.release === release) return known.query;
  const query = compileQuestion(question, release);
  statements.set(question, { release, query });
  return query;
}

/**
 * Answers questions with what a store can run. Each answer comes from memory; else the question waits in the one fair
 * queue, in which an account has its share (rule 8.17), and the index of its release answers it, or its statement
 * runs. Either way it is traced.
 */
export function createQuestions(
  store: QuestionStore,
  { indexes = null, remembers = true, onIndexFault = () => {} }: QuestionOptions = {},
): OwnedQuestions {
  const { dialect, questionsOfOne } = store;
  const releases = createMemory<Lookup>({ name: 'releases', max: maxReleases });
  const answers = createAnswerMemory();
  const queue = fairSemaphores.create({
    ...fairSemaphores.share,
    atOnce: store.questionsAtOnce,
    each: questionsOfOne,
  });
  const inTurn = async (
    answer: () => Promise<readonly Row[]>,
    signal: AbortSignal | undefined,
  ): Promise<readonly Row[]> => {
    // Questions of the portal itself count as those of one more asker.
    const asker = currentQuestion()?.account;
    // To bind long lists takes milliseconds of the main thread.
    await letOthersPass();
    // What the portal asks for itself waits, since nobody would ask again.
    const permit = await queue.take({ asker, signal, isPatient: asker === undefined });
    try {
      return await answer();
    } finally {
      permit.end();
    }
  };
  const remembered = async (
    key: string,
    { signal }: StopOptions,
    answer: () => Promise<readonly Row[]>,
  ): Promise<readonly Row[]> => {
    signal?.throwIfAborted();
    const known = answers.get(key);
    if (remembers && known !== undefined) return known;
    const found = await inTurn(answer, signal);
    answers.keep(key, found);
    return found;
  };
  const fromIndex = async (question: ReleaseQuestion, release: ReleaseSql, { signal }: StopOptions) => {
    const index = indexes?.find(release.release) ?? null;
    if (index === null) return null;
    const answer = await answerQuestion(question, { release, index, signal }).catch((error: unknown) => {
      signal?.throwIfAborted();
      onIndexFault(error);
      return null;
    });
    if (answer?.kind !== 'narrowed') return answer?.rows ?? null;
    return await store.run(compileQuestion(answer.question, release), { ...(signal && { signal }) });
  };
  return {
    dialect,
    questionsOfOne,
    open: (release) =>
      releases.find(release, () =>
        store.load(release).catch((error: unknown) => {
          throw error instanceof PortalError ? error : lostRelease(release, error);
        }),
      ),
    ask: (question, release, options = {}) => {
      const query = () => statementOf(question, release);
      const answer = async () => (await fromIndex(question, release, options)) ?? store.run(query(), options);
      const key = questionKey(question, release) ?? answerKey(query());
      return tracedRows(query, () => remembered(key, options, answer));
    },
    run: (query, options = {}) =>
      tracedRows(
        () => query,
        () => remembered(answerKey(query), options, () => store.run(query, options)),
      ),
    stream: (query, options) =>
      tracedParts(
        () => query,
        store.stream(query, options),
        ({ length }) => length,
      ),
    exportFile: (request, options) =>
      tracedParts(
        () => request.query,
        store.exportFile(request, options),
        ({ rows }) => rows,
      ),
    checkReady: () => store.checkReady(),
    load: () => queue.load(),
    forget: async (release) => {
      if ((await releases.forget(release)) !== undefined) await store.unload(release);
      answers.clear();
    },
    close: () => {
      queue.close();
      answers.clear();
    },
  };
}
