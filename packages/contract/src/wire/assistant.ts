import { z } from 'zod';
import { cohortTransformation } from './cohortTransformation.ts';
import { cohortView, editRefusal } from './cohortView.ts';
import { sentences } from './tolerant.ts';
import { wireObject } from './wireObject.ts';

/** An assistant is allowed for so many hours at most; it ends with its session before (rule 14.80). */
export const assistantHours = 8;

/** The version of the terms to which a person consents; it changes with their meaning, and stands in the audit. */
export const assistantTerms = '2026-11';

/** An allowed assistant: a program that people talk to, and which may ask in the name of one of them. */
const assistant = wireObject({
  id: z.int(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Exact to the minute; null before the first use. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type Assistant = z.output<typeof assistant>;
export const assistantList = wireObject({ assistants: z.array(assistant) });

export const newAssistant = wireObject({
  name: z.string().trim().min(1).max(100),
  /** The version of the terms that the person was shown and has consented to. */
  terms: z.literal(assistantTerms),
});

/** The only reply that has the secret. */
export const allowedAssistant = wireObject({ assistant, secret: z.string() });

/** A message of the Model Context Protocol. */
export const protocolMessage = z.record(z.string(), z.unknown());

/** How many edits one proposal may hold. */
export const maxProposedEdits = 20;

/** Edits that an assistant proposes for the active cohort, and why, in its own words. */
export const newProposal = wireObject({
  transformations: z.array(cohortTransformation).min(1).max(maxProposedEdits),
  note: z.string().trim().max(500).default(''),
});

/** A proposal that is stored, or why it is not; `refusedIndex` is the first edit that was refused, from 0. */
export const proposed = wireObject({
  proposalId: z.int().nullable(),
  /** The cohort as it would be. */
  describe: z.string(),
  errors: sentences,
  refusals: z.array(editRefusal).default([]),
  refusedIndex: z.int().optional(),
});
export type Proposed = z.output<typeof proposed>;

/** What an assistant proposes, edit by edit, as its person sees it. */
const proposal = wireObject({
  id: z.int(),
  assistant: z.string(),
  note: z.string(),
  createdAt: z.iso.datetime(),
  /** Whether the cohort is still the one for which the edits are. */
  isCurrent: z.boolean(),
  before: cohortView,
  /** The cohort after each edit. */
  steps: z.array(cohortView),
});
export type Proposal = z.output<typeof proposal>;
export const proposalView = wireObject({ proposal: proposal.nullable() });
