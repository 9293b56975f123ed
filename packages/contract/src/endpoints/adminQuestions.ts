import { z } from 'zod';
import { listOrder, listPage } from '../wire/adminList.ts';
import {
  explainBody,
  explained,
  questionDetail,
  questionList,
  questionSorts,
} from '../wire/adminQuestions.ts';
import { queryInstant } from '../wire/audit.ts';
import { queryInteger, queryValue } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { othersFile, othersQueries } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { staffFile, staffRead, staffWrite } from './staff.ts';

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

/** Questions to the research data, so that staff can say why one was slow or wrong (rule 15.7). */
export const adminQuestions = {
  list: defineEndpoint({
    declares: othersQueries,
    ...staffRead,
    path: '/{app}/api/admin/questions',
    summary: 'Questions to the research data, by request, account, dataset and time; also the slowest',
    query: wireObject({ ...listPage(questionSorts), ...filters }),
    reply: questionList,
  }),
  exportCsv: defineEndpoint({
    declares: othersFile,
    ...staffFile,
    path: '/{app}/api/admin/questions/export_csv',
    summary: 'The same questions without their statements, as CSV',
    query: wireObject({ ...listOrder(questionSorts), ...filters }),
  }),
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
