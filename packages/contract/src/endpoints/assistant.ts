import { z } from 'zod';
import { done } from '../wire/access.ts';
import {
  allowedAssistant,
  assistantList,
  newAssistant,
  newProposal,
  proposalView,
  proposed,
  protocolMessage,
} from '../wire/assistant.ts';
import { cohortView } from '../wire/cohortView.ts';
import { queryInteger } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { administration, atHand, givesSecret, listedValues } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { inDataset, noBody, nothing, slug } from './shapes.ts';

const own = { permission: 'session', params: nothing, query: nothing } as const;
const ofCohort = { permission: 'subjects', query: nothing } as const;
const onProposal = {
  ...ofCohort,
  declares: administration,
  method: 'POST',
  params: wireObject({ dataset: slug, proposalId: queryInteger }, { proposalId: 'proposalId' }),
  body: noBody,
} as const;

/** Assistants: programs that people talk to (rules 14.80 to 14.84). */
export const assistantEndpoints = {
  /** Its answers come from other calls, which count, meter and record what they show. */
  protocol: defineEndpoint({
    declares: { ...atHand, scope: 'assistant', discloses: 'values' },
    method: 'POST',
    permission: 'signedIn',
    onlyAsks: true,
    path: '/api/mcp',
    summary: 'A message of an allowed assistant (Model Context Protocol, streamable HTTP without sessions)',
    params: nothing,
    query: nothing,
    body: protocolMessage,
    reply: z.string(),
    sendsText: 'application/json',
  }),
  list: defineEndpoint({
    declares: administration,
    ...own,
    method: 'GET',
    path: '/api/v2/auth/assistants',
    summary: 'The own assistants that are allowed now, the latest first; auth/tokens/…/revoke ends one',
    body: noBody,
    reply: assistantList,
  }),
  allow: defineEndpoint({
    declares: { ...givesSecret, cost: 'light', rateClass: 'cheap' },
    ...own,
    method: 'POST',
    path: '/api/v2/auth/assistants',
    summary: 'Allow an assistant for this session; the reply is the only one that has the secret',
    body: newAssistant,
    reply: allowedAssistant,
  }),
  propose: defineEndpoint({
    declares: { ...listedValues, scope: 'none', cost: 'light', rateClass: 'cheap' },
    ...ofCohort,
    method: 'POST',
    path: '/api/v2/:dataset/cohort_proposal',
    summary: 'Edits that an assistant proposes for the active cohort, in place of an earlier proposal',
    params: inDataset,
    body: newProposal,
    reply: proposed,
  }),
  proposal: defineEndpoint({
    declares: administration,
    ...ofCohort,
    method: 'GET',
    path: '/api/v2/:dataset/cohort_proposal',
    summary: 'What an assistant proposes for the active cohort, if it does',
    params: inDataset,
    body: noBody,
    reply: proposalView,
  }),
  apply: defineEndpoint({
    ...onProposal,
    path: '/api/v2/:dataset/cohort_proposal/:proposalId/apply',
    summary: 'Makes the proposed cohort the active one, as one snapshot',
    reply: cohortView,
  }),
  refuse: defineEndpoint({
    ...onProposal,
    path: '/api/v2/:dataset/cohort_proposal/:proposalId/refuse',
    summary: 'Drops a proposal',
    reply: done,
  }),
};
