import type { ComparisonOptions, TimePointChoice } from '@atrium/contract/endpoints/comparison';
import type { ChosenTimes } from './comparisonQueries.ts';

/** What a time is for; entry and competing event are optional. */
export const pointRoles = ['zero', 'end', 'last', 'entry', 'competing'] as const;
/** Those that curves of ages take, which begin at birth. */
export const agesAlone: readonly PointRole[] = ['end', 'last'];
export type PointRole = (typeof pointRoles)[number];

/** `birth`, `value~age`, `record~operation`, `record~operation~kind~Norwood`. */
function writePoint(choice: TimePointChoice): string {
  if (choice.kind === 'birth') return 'birth';
  if (choice.kind === 'value') return `value~${choice.conceptId}`;
  const { collectionId, conceptId, values: [value] = [] } = choice;
  return ['record', collectionId, conceptId, value].filter((part) => part !== undefined).join('~');
}

/** Undefined for a text that names no time. */
export function pointOf(text: string | undefined): TimePointChoice | undefined {
  const [kind, id, conceptId, ...value] = (text ?? '').split('~');
  if (kind === 'birth') return { kind };
  if (id === undefined || id === '') return undefined;
  if (kind === 'value') return { kind, conceptId: id };
  if (kind !== 'record') return undefined;
  return conceptId === undefined
    ? { kind, collectionId: id }
    : { kind, collectionId: id, conceptId, values: [value.join('~')] };
}

/** The times of an address; null while one that curves need is not chosen. */
export function chosenTimes(
  address: Readonly<Partial<Record<PointRole, string | undefined>>>,
): ChosenTimes | null {
  const [zero, end, last] = [pointOf(address.zero), pointOf(address.end), pointOf(address.last)];
  if (zero === undefined || end === undefined || last === undefined) return null;
  return { zero, end, last, entry: pointOf(address.entry), competing: pointOf(address.competing) };
}

/** The times that can be chosen, by kind and collection. */
export function timeChoices({ hasBirth, concepts, collections }: NonNullable<ComparisonOptions['times']>) {
  const item = (choice: TimePointChoice, label: string) => ({ value: writePoint(choice), label });
  const ofSubject = [
    ...(hasBirth ? [item({ kind: 'birth' }, 'Birth')] : []),
    ...concepts.map(({ conceptId, title }) => item({ kind: 'value', conceptId }, title)),
  ];
  return [
    { group: 'Of the subject', items: ofSubject },
    ...collections.map(({ collectionId, title, concepts: ofRecords }) => ({
      group: title,
      items: [
        item({ kind: 'record', collectionId }, `${title}: any`),
        ...ofRecords.flatMap((concept) =>
          concept.values.map((value) =>
            item(
              { kind: 'record', collectionId, conceptId: concept.conceptId, values: [value] },
              `${title}: ${concept.title} = ${value}`,
            ),
          ),
        ),
      ],
    })),
  ].filter(({ items }) => items.length > 0);
}
