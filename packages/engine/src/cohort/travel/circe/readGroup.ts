import type { CirceCorrelated, CirceGroup, CirceWindow } from '@atrium/contract/documents/circe';
import type { CountRule, CriteriaSet, FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { Reader } from './circeReader.ts';
import { isTrait, readEvents, traitFilter } from './readEvents.ts';

/** A condition of a group: a criteria set, or filters on the person that all hold. */
type Part =
  | { readonly kind: 'set'; readonly set: CriteriaSet }
  | { readonly kind: 'person'; readonly filters: readonly FilterEntry[] };

/** Reads a group of conditions that all must be met into the definition, or names what has no counterpart. */
export function readGroup(group: CirceGroup, where: string, reader: Reader): void {
  const { Type: type, Groups: given } = group;
  const groups = given ?? [];
  const parts = readParts(group, where, reader);
  if (parts.length + groups.length === 0) return;
  if (isType(type, 'ALL') || (isType(type, 'ANY') && parts.length + groups.length === 1)) {
    for (const part of parts) {
      if (part.kind === 'set') reader.add(part.set);
      else for (const filter of part.filters) reader.addToPerson(filter);
    }
    for (const inner of groups) readGroup(inner, where, reader);
    return;
  }
  const alternatives = isType(type, 'ANY') ? readAlternatives({ parts, groups, where }, reader) : null;
  if (alternatives === null) reader.unsaid.push(`${where}: a group of the type ${typeWords(group)}`);
  else reader.addAny(alternatives);
}

const isType = (type: string | null | undefined, wanted: 'ALL' | 'ANY'): boolean =>
  type?.toUpperCase() === wanted;

const typeWords = ({ Type: type, Count: count }: CirceGroup): string =>
  `${type ?? ''}${count === null || count === undefined ? '' : ` ${count}`}, with groups in it or not`;

interface Alternatives {
  readonly parts: readonly Part[];
  readonly groups: readonly CirceGroup[];
  readonly where: string;
}

/** The sets of which one must be met; null where one of them is several conditions at once. */
function readAlternatives(
  { parts, groups, where }: Alternatives,
  reader: Reader,
): readonly CriteriaSet[] | null {
  const own = parts.map(
    (part): CriteriaSet =>
      part.kind === 'set'
        ? part.set
        : {
            kind: 'criteria_set',
            entryId: reader.newId(),
            collectionId: reader.lookup.root.id,
            entries: [...part.filters],
          },
  );
  const inner = groups.map((group) => {
    const some = readParts(group, where, reader);
    const isFlat = (group.Groups ?? []).length === 0 && (isType(group.Type, 'ANY') || some.length === 1);
    return isFlat ? readAlternatives({ parts: some, groups: [], where }, reader) : null;
  });
  const flat = inner.filter((sets) => sets !== null);
  return flat.length === inner.length ? [...own, ...flat.flat()] : null;
}

function readParts(group: CirceGroup, where: string, reader: Reader): readonly Part[] {
  const events = (group.CriteriaList ?? []).flatMap((one): readonly Part[] => {
    const set = readCorrelated(one, where, reader);
    return set === null ? [] : [{ kind: 'set', set }];
  });
  const persons = (group.DemographicCriteriaList ?? []).map((given): Part => {
    const fields = Object.entries(given).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    );
    const filters = fields.flatMap(([field, value]) => {
      if (isTrait(field)) return traitFilter({ trait: field, value, where }, reader) ?? [];
      reader.unsaid.push(`${where}: ${field} at the entry event`);
      return [];
    });
    return { kind: 'person', filters };
  });
  return [...events, ...persons];
}

const operators: Readonly<Record<number, CountRule['operator']>> = {
  0: 'exactly',
  1: 'at most',
  2: 'at least',
};

const fieldsOfCorrelated: ReadonlySet<string> = new Set([
  'Criteria',
  'StartWindow',
  'EndWindow',
  'Occurrence',
  'RestrictVisit',
  'IgnoreObservationPeriod',
]);

/** So many events of a person, whenever they were; null where the entry event matters, which is named. */
function readCorrelated(given: CirceCorrelated, where: string, reader: Reader): CriteriaSet | null {
  const { Criteria, StartWindow, EndWindow, Occurrence, RestrictVisit, IgnoreObservationPeriod } = given;
  const faults = [
    ...(isOpen(StartWindow) && isOpen(EndWindow) ? [] : ['a time from the entry event']),
    ...(IgnoreObservationPeriod ? [] : ['events within the observation period of the entry event only']),
    ...(RestrictVisit ? ['events of the same visit only'] : []),
    ...(Occurrence['IsDistinct'] ? ['a count of distinct values'] : []),
    ...Object.keys(given).filter((field) => !fieldsOfCorrelated.has(field)),
  ];
  reader.unsaid.push(...faults.map((fault) => `${where}: ${fault}`));
  const set = readEvents(Criteria, where, { reader, mayAskPerson: false });
  const operator = operators[Occurrence.Type];
  if (set === null || faults.length > 0 || operator === undefined) return null;
  return { ...set, countRule: { operator, value: Occurrence.Count } };
}

/** Whether a window has no bound in days. */
const isOpen = (window: CirceWindow | null | undefined): boolean =>
  window === null ||
  window === undefined ||
  ((window.Start.Days ?? null) === null && (window.End.Days ?? null) === null);
