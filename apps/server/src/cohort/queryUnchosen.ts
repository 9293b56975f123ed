import { PortalError } from '@atrium/contract/errors/errorCode';
import { type Concept, kindOf, mayUseConcept } from '@atrium/engine';
import { inTimeSlices } from '@atrium/warehouse';
import type { Member } from '../access/index.ts';
import { type LiveRelease, openLiveRelease, searchableValuesOf } from '../catalogue/index.ts';
import type { DefinitionDeps } from '../definition/index.ts';
import { disclosed, showsNothing } from '../http/index.ts';
import { everyone } from './cohortKind.ts';
import { requireConcept } from './statisticsRequest.ts';
import { type BroaderTerms, unchosenValues } from './unchosenValues.ts';

interface UnchosenRequest {
  readonly conceptId: string;
  /** Texts, or codes of an ontology. */
  readonly values: readonly string[];
  readonly signal: AbortSignal;
}

const maxTerms = 50_000;

/** Lists values near the chosen ones that are in the data; none of a concept with too many texts to be kept in memory. */
export async function queryUnchosen(
  deps: DefinitionDeps,
  member: Member,
  { conceptId, values: chosen, signal }: UnchosenRequest,
) {
  const release = await openLiveRelease(deps, member);
  const concept = requireConcept(release.lookup, conceptId);
  if (!mayUseConcept(concept, member))
    throw new PortalError('not_found', `You may not use ${concept.title}.`);
  const values = (await searchableValuesOf(deps.questions)(concept, release)) ?? [];
  const broader = await broaderTerms(deps, concept, { release, signal });
  const reply = { values: await inTimeSlices(unchosenValues(chosen, { values, broader })) };
  const count = reply.values.length;
  if (count === 0) return showsNothing(reply);
  const line = {
    action: 'values_list' as const,
    detail: { release: release.release, concept: concept.id, values: count },
  };
  const bytes = reply.values.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  return disclosed(reply, [line], { rows: kindOf(concept).isFreeText ? count : 0, bytes });
}

async function broaderTerms(
  { questions }: Pick<DefinitionDeps, 'questions'>,
  concept: Concept,
  { release, signal }: { readonly release: LiveRelease; readonly signal: AbortSignal },
): Promise<BroaderTerms> {
  const broader = new Map<string, string[]>();
  if (!kindOf(concept).isCoded) return broader;
  const question = { kind: 'usedTerms', concept, plan: everyone, most: maxTerms } as const;
  for (const row of await questions.ask(question, release, { signal })) {
    const code = String(row['code']);
    const above = row['parent'];
    broader.set(code, [...(broader.get(code) ?? []), ...(typeof above === 'string' ? [above] : [])]);
  }
  return broader;
}
