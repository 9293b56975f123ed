import { z } from 'zod';
import { recordedDefinitionView } from './audit.ts';
import { wireObject } from './wireObject.ts';

export const questionSorts = ['at', 'ms', 'rows', 'statements', 'username', 'dataset', 'call'] as const;

const questionShape = {
  id: z.int(),
  /** The id of the request in the log of the portal and in the reply to the person. */
  requestId: z.string(),
  at: z.iso.datetime(),
  accountId: z.int().nullable(),
  /** Empty where the account is gone. */
  username: z.string(),
  /** The dataset's id in paths, as typed; empty where the call names none. */
  dataset: z.string(),
  /** Method and path of the call, without the values of the path. */
  call: z.string(),
  /** The path as it was asked, without its query; empty for questions that were kept before paths were. */
  path: z.string(),
  /** The action in the audit; null where the audit has no line, as for a refused question. */
  action: z.string().nullable(),
  status: z.int(),
  /** How long the whole answer took. */
  ms: z.number(),
  statements: z.int(),
  /** Of all its statements; null where none ran to its end. */
  rows: z.int().nullable(),
};

/** A question to the research data (rule 15.7). */
export const questionItem = wireObject(questionShape);
export type QuestionItem = z.output<typeof questionItem>;

/** Since the portal was started, questions of which nothing was kept, because it was busy. */
export const questionList = wireObject({
  count: z.int(),
  results: z.array(questionItem),
  dropped: z.int(),
  /** For how many days questions are kept; null where none are. */
  keptDays: z.int().nullable(),
});
export type QuestionList = z.output<typeof questionList>;

/** A statement as it ran, cut where it is very long. */
export const ranStatement = wireObject({
  text: z.string(),
  values: z.array(z.json()),
  /** In milliseconds since the question came. */
  begin: z.number(),
  ms: z.number(),
  rows: z.int().nullable(),
  /** Text or values are not whole, so that it cannot be run again. */
  isCut: z.boolean(),
});
export type RanStatement = z.output<typeof ranStatement>;

export const questionDetail = wireObject({
  ...questionShape,
  /** The recorded query, in words and as definitions; empty where the audit keeps none. */
  definitions: z.array(recordedDefinitionView),
  ran: z.array(ranStatement),
  /** Whether its release still answers, so that a plan can be had. */
  canExplain: z.boolean(),
});
export type QuestionDetail = z.output<typeof questionDetail>;

export const explainBody = wireObject({
  /** Which of the statements, from 0. */
  statement: z.int().min(0).max(999),
  /** Runs the statement again and times each part of its plan. */
  analyze: z.boolean(),
});
export const explained = wireObject({ plan: z.string(), ms: z.number() });
export type Explained = z.output<typeof explained>;
