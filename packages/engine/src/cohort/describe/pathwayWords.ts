import type { PathwayOfSet, TimePointChoice } from '@atrium/contract/wire/pathway';
import { escapeHtml, strong } from '../../definition/html.ts';
import type { MemberContext } from '../../definition/memberContext.ts';
import type { Lookup } from '../../dictionary/lookup.ts';
import { checkPathway } from '../check/checkPathway.ts';

/** How far a subject came on a pathway, in words; HTML with all data escaped. */
export function pathwayWords(pathway: PathwayOfSet, context: MemberContext): string {
  const { lookup } = context;
  if (checkPathway(pathway, context).kind === 'fault')
    return `${escapeHtml(lookup.root.title)} on a pathway <em>[not available to you]</em>`;
  const { stages, exits, reached, way } = pathway;
  const name = (choice: TimePointChoice | undefined): string =>
    choice === undefined ? '' : strong(timeName(choice, lookup));
  const course = stages.map((stage) => escapeHtml(timeName(stage, lookup))).join(' → ');
  const [last, next] = [stages[reached - 1], stages[reached]];
  const far = last === undefined ? '' : `reached ${name(last)}`;
  const notNext = next === undefined ? '' : `${far === '' ? '' : ' and '}did not reach ${name(next)}`;
  const words =
    way === 'reached'
      ? far === ''
        ? 'whoever it is'
        : far
      : `${far}${notNext}${wayWords(way, name(typeof way === 'number' ? exits[way] : undefined))}`;
  return `${escapeHtml(lookup.root.title)} on the pathway ${course}: ${words}`;
}

function wayWords(way: PathwayOfSet['way'], exit: string): string {
  if (way === 'waiting') return ', and waits at the last contact';
  if (way === 'unknown') return ', and nothing is known since';
  return typeof way === 'number' ? `, and left by ${exit}` : '';
}

/** What a time is called: its values, or what has them. */
export function timeName(choice: TimePointChoice, lookup: Lookup): string {
  if (choice.kind === 'birth') return 'Birth';
  if (choice.kind === 'value') return lookup.concept(choice.conceptId)?.title ?? choice.conceptId;
  const { values = [], collectionId } = choice;
  return values.length > 0 ? values.join(' or ') : (lookup.collection(collectionId)?.title ?? collectionId);
}
