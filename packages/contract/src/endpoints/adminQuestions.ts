import { z } from 'zod';
import { queryInstant, recordedDefinitionView } from '../wire/audit.ts';
import { queryInteger, queryValue } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { othersFile, othersQueries } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { defineList, staffRead, staffWrite } from './staff.ts';

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
const questionItem = wireObject(questionShape);

/** Since the portal was started, questions of which nothing was kept, because it was busy. */
const questionList = wireObject({
  count: z.int(),
  results: z.array(questionItem),
  dropped: z.int(),
  /** For how many days questions are kept; null where none are. */
  keptDays: z.int().nullable(),
});
export type QuestionList = z.output<typeof questionList>;

/** A statement as it ran, cut where it is very long. */
const ranStatement = wireObject({
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

const questionDetail = wireObject({
  ...questionShape,
  /** The recorded query, in words and as definitions; empty where the audit keeps none. */
  definitions: z.array(recordedDefinitionView),
  ran: z.array(ranStatement),
  /** Whether its release still answers, so that a plan can be had. */
  canExplain: z.boolean(),
});
export type QuestionDetail = z.output<typeof questionDetail>;

const explainBody = wireObject({
  /** Which of the statements, from 0. */
  statement: z.int().min(0).max(999),
  /** Runs the statement again and times each part of its plan. */
  analyze: z.boolean(),
});
const explained = wireObject({ plan: z.string(), ms: z.number() });
export type Explained = z.output<typeof explained>;

const filters = {
  /** A request id, or the beginning of one. */
  request: z.string().max(64).optional(),
  account: queryInteger.optional(),
  /** A user name, or a part of a name or an e-mail address. */
  who: z.string().trim().max(200).optional(),
  dataset: queryValue.optional(),
  since: queryInstant.optional(),
  until: queryInstant.optional(),
};
const onQuestion = wireObject({ questionId: queryInteger }, { questionId: 'questionId' });

const { list, exportCsv } = defineList({
  room: 'questions',
  summary:
    'Questions to the research data without their statements, by request, account, dataset and time; also the slowest',
  item: questionItem,
  key: 'id',
  sorts: ['at', 'ms', 'rows', 'statements', 'username', 'dataset', 'call'],
  defaultSort: '-at',
  filters,
});

/** Questions to the research data, so that staff can say why one was slow or wrong (rule 15.7). */
export const adminQuestions = {
  list: { ...list, declares: othersQueries, reply: questionList },
  exportCsv: { ...exportCsv, declares: othersFile },
  detail: defineEndpoint({
    declares: othersQueries,
    ...staffRead,
    path: '/{app}/api/admin/questions/:questionId',
    summary: 'One question in words, with its statements, their values and times; the audit notes it',
    params: onQuestion,
    reply: questionDetail,
  }),
  explain: defineEndpoint({
    declares: { ...othersQueries, cost: 'heavy', rateClass: 'query' },
    ...staffWrite,
    path: '/{app}/api/admin/questions/:questionId/explain',
    summary: 'The plan of one of its statements; where asked, by running it again',
    params: onQuestion,
    body: explainBody,
    reply: explained,
  }),
};
