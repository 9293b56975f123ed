import type { GroupChoice } from '@atrium/contract/endpoints/comparison';
import type { Lacked, SavedComparison } from '@atrium/contract/endpoints/savedComparison';
import { unreachable } from '@atrium/contract/errors/unreachable';
import type { TimePointChoice } from '@atrium/contract/wire/pathway';
import { mayUseConcept } from '@atrium/engine';
import type { LiveRelease } from '../catalogue/index.ts';
import { inOneLine } from '../cohort/index.ts';

/** The times of its curves and of its pathway. */
export const pointsOf = ({ curves, pathway }: SavedComparison): readonly TimePointChoice[] =>
  [
    ...[curves?.zero, curves?.end, curves?.last, curves?.entry, curves?.competing],
    ...[...(pathway?.stages ?? []), ...(pathway?.exits ?? []), pathway?.last],
  ].flatMap((point) => point ?? []);

/** A group and the groups that it is combined of. */
const allOf = (choice: GroupChoice): readonly GroupChoice[] =>
  choice.kind === 'combined' ? choice.groups.flatMap(allOf) : [choice];

const groupsIn = ({ groups, pathway }: Pick<SavedComparison, 'groups' | 'pathway'>): readonly GroupChoice[] =>
  [...groups, ...(pathway === undefined ? [] : [pathway.group])].flatMap(allOf);

/** The reports whose cohorts are groups of a comparison, or of its pathway. */
export const reportsIn = (comparison: Pick<SavedComparison, 'groups' | 'pathway'>) =>
  groupsIn(comparison).flatMap((choice) => (choice.kind === 'report' ? [choice] : []));

/** A comparison as far as it can be opened, and what is lacking for the rest. */
interface OpenableComparison {
  /** Null where it cannot be opened as a whole. */
  readonly comparison: SavedComparison | null;
  readonly lacks: readonly Lacked[];
}

/**
 * What a member may not use of a comparison closes it; a concept of Table 1 that the release has no more is left out
 * (rule 17.27).
 */
export function openable(comparison: SavedComparison, release: LiveRelease): OpenableComparison {
  const { lookup } = release;
  const points = pointsOf(comparison);
  const parts = [...groupsIn(comparison), ...points];
  const inParts = parts.flatMap((part) => ('conceptId' in part ? (part.conceptId ?? []) : []));
  const collections = points.flatMap((point) => (point.kind === 'record' ? [point.collectionId] : []));
  const isThere = (conceptId: string): boolean => lookup.concept(conceptId) !== undefined;
  const isClosed = (conceptId: string): boolean => {
    const concept = lookup.concept(conceptId);
    return concept !== undefined && !mayUseConcept(concept, release);
  };
  const named = [...new Set([...comparison.concepts, ...inParts])];
  const gone = named.filter((id) => !isThere(id));
  const closing: readonly Lacked[] = [
    ...named
      .filter(isClosed)
      .map((id) => ({ kind: 'concept' as const, name: lookup.concept(id)?.title ?? id })),
    ...[...new Set(collections)].flatMap((id): readonly Lacked[] => {
      const collection = lookup.collection(id);
      if (collection === undefined) return [{ kind: 'gone', name: id }];
      return lookup.mayStartSet(id) ? [] : [{ kind: 'collection', name: collection.titlePlural }];
    }),
  ];
  const isOpen = closing.length === 0 && inParts.every(isThere);
  return {
    comparison: isOpen ? { ...comparison, concepts: comparison.concepts.filter(isThere) } : null,
    lacks: [...closing, ...gone.map((id) => ({ kind: 'gone' as const, name: id }))],
  };
}

const operationWords = { and: ' and ', or: ' or ', minus: ' without ', xor: ' or else ' } as const;

/** A comparison in words, for versions and methods. */
export function comparisonLines(comparison: SavedComparison, { lookup }: LiveRelease): readonly string[] {
  const title = (conceptId: string): string => inOneLine(lookup.concept(conceptId)?.title ?? conceptId);
  const within = (of: 'everyone' | 'cohort'): string => (of === 'cohort' ? ' in the cohort' : '');
  const group = (choice: GroupChoice): string => {
    switch (choice.kind) {
      case 'cohort':
        return 'the cohort of this report';
      case 'report':
        return `the cohort of report ${choice.reportId}, version ${choice.version ?? 'of now'}`;
      case 'everyone':
        return 'everyone';
      case 'rest':
        return 'everybody else';
      case 'value':
        return `${title(choice.conceptId)}: ${inOneLine(choice.value)}${within(choice.of)}`;
      case 'values':
        return `each value of ${title(choice.conceptId)}${within(choice.of)}`;
      case 'combined':
        return `(${choice.groups.map(group).join(operationWords[choice.operation])})`;
      default:
        return unreachable(choice);
    }
  };
  const point = (choice: TimePointChoice, edge = 'first'): string => {
    if (choice.kind === 'birth') return 'birth';
    if (choice.kind === 'value') return title(choice.conceptId);
    const records = inOneLine(lookup.collection(choice.collectionId)?.titlePlural ?? choice.collectionId);
    return choice.conceptId === undefined
      ? `${edge} of ${records}`
      : `${edge} of ${records} with ${title(choice.conceptId)}: ${inOneLine((choice.values ?? []).join(', '))}`;
  };
  const { groups, concepts, curves, pathway } = comparison;
  const optional = (word: string, choice: TimePointChoice | undefined): readonly string[] =>
    choice === undefined ? [] : [`${word}: ${point(choice)}`];
  return [
    `Groups: ${groups.map(group).join('; ')}`,
    ...(concepts.length === 0 ? [] : [`Table 1 of ${concepts.map(title).join(', ')}`]),
    ...(curves === undefined
      ? []
      : [
          [
            `Curves from ${point(curves.zero)} to ${point(curves.end)}`,
            `last contact: ${point(curves.last, 'last')}`,
            ...optional('late entry', curves.entry),
            ...optional('competing event', curves.competing),
            ...(curves.horizon === undefined ? [] : [`horizon: ${curves.horizon} days`]),
          ].join('; '),
        ]),
    ...(pathway === undefined
      ? []
      : [
          [
            `Pathway of ${group(pathway.group)}: ${pathway.stages.map((stage) => point(stage)).join(' → ')}`,
            ...pathway.exits.map((exit) => `left by: ${point(exit)}`),
            ...(pathway.last === undefined ? [] : [`last contact: ${point(pathway.last, 'last')}`]),
          ].join('; '),
        ]),
  ];
}
