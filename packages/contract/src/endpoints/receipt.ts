import { receiptFigures, receiptLoaded, receiptView } from '../wire/receipt.ts';
import { wireObject } from '../wire/wireObject.ts';
import { ownState, question } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { noBody, nothing, slug } from './shapes.ts';

const onReceipt = wireObject({ dataset: slug, receiptId: slug }, { receiptId: 'receiptId' });
const base = { permission: 'aggregates', params: onReceipt, query: nothing, body: noBody } as const;

export const receiptEndpoints = {
  read: defineEndpoint({
    declares: { ...ownState, discloses: 'recordedQueries' },
    ...base,
    method: 'GET',
    path: '/api/v2/:dataset/receipts/:receiptId',
    summary: 'The definition behind a count receipt, for members of the same level and groups',
    reply: receiptView,
  }),
  figures: defineEndpoint({
    declares: question,
    ...base,
    method: 'GET',
    path: '/api/v2/:dataset/receipts/:receiptId/figures',
    summary: 'Count, attrition and cross-tab behind a count receipt, on the release of the receipt',
    reply: receiptFigures,
  }),
  load: defineEndpoint({
    declares: ownState,
    ...base,
    method: 'POST',
    path: '/api/v2/:dataset/receipts/:receiptId/load',
    summary: 'Makes the definitions behind a count receipt the active ones; undo leads back',
    reply: receiptLoaded,
  }),
};
