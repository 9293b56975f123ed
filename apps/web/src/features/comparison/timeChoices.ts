import type {
  CombinableChoice,
  ComparisonOptions,
  CurveSettings,
  PathwayOfGroup,
} from '@atrium/contract/endpoints/comparison';
import type { TimePointChoice } from '@atrium/contract/wire/pathway';
import { decoded, encoded } from './comparisonAddress.ts';

/** What a time is for; entry and competing event are optional. */
export const pointRoles = ['zero', 'end', 'last', 'entry', 'competing'] as const;
/** Those that curves of ages take, which begin at birth. */
export const agesAlone: readonly PointRole[] = ['end', 'last'];
export type PointRole = (typeof pointRoles)[number];

/** `birth`, `value~age`, `record~operation`, `record~operation~kind~Norwood`; several values stand between `~~`. */
export function writePoint(choice: TimePointChoice): string {
  if (choice.kind === 'birth') return 'birth';
  if (choice.kind === 'value') return `value~${choice.conceptId}`;
  const { collectionId, conceptId, values } = choice;
  return ['record', collectionId, conceptId, values?.join('~~')]
    .filter((part) => part !== undefined)
    .join('~');
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
    : { kind, collectionId: id, conceptId, values: value.join('~').split('~~') };
}

/** Undefined for a text that is no number of days above 0. */
export function horizonOf(text: string | undefined): number | undefined {
  const days = Number(text ?? '');
  return Number.isFinite(days) && days > 0 && days <= 100_000 ? days : undefined;
}

const year = 365.25;
/** Where curves may end, in days. */
export const horizons = [
  ['30', '30 days'],
  ['91', '91 days'],
  ...[1, 2, 5, 10, 20].map(
    (years) => [String(years * year), years === 1 ? '1 year' : `${years} years`] as const,
  ),
] as const;

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

/** Times of a pathway as the address of the page says them: texts of `timeChoices`, between full stops. */
export const readSteps = (text: string | undefined): readonly string[] =>
  (text ?? '').split('.').flatMap((part) => {
    const step = decoded(part);
    return step === null || pointOf(step) === undefined ? [] : [step];
  });

export const writeSteps = (steps: readonly string[]): string | undefined =>
  steps.length === 0 ? undefined : steps.map(encoded).join('.');

export const pointsOf = (steps: readonly string[]): TimePointChoice[] =>
  steps.flatMap((step) => pointOf(step) ?? []);

export type ChosenTimes = Readonly<Record<'zero' | 'end' | 'last', TimePointChoice>> &
  Readonly<Record<'entry' | 'competing', TimePointChoice | undefined>> & {
    /** In days. */
    readonly horizon: number | undefined;
  };

/** The settings of curves without those that are not chosen. */
export const settingsOf = ({ zero, end, last, entry, competing, horizon }: ChosenTimes): CurveSettings => ({
  ...{ zero, end, last },
  ...(entry === undefined ? {} : { entry }),
  ...(competing === undefined ? {} : { competing }),
  ...(horizon === undefined ? {} : { horizon }),
});

export interface ChosenPathway {
  readonly group: CombinableChoice;
  readonly stages: readonly TimePointChoice[];
  readonly exits: readonly TimePointChoice[];
  readonly last: TimePointChoice | undefined;
}

/** The pathway without a last contact that is not chosen. */
export const pathwayToKeep = ({ group, stages, exits, last }: ChosenPathway): PathwayOfGroup => ({
  ...{ group, stages: [...stages], exits: [...exits] },
  ...(last === undefined ? {} : { last }),
});
