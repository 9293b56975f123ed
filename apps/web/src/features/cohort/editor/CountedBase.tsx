import type { FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { Polarity } from '@atrium/contract/wire/cohortTransformation';
import type { CriteriaSetView } from '@atrium/contract/wire/cohortView';
import type { ConceptDetail } from '@atrium/contract/wire/concept';
import { Text } from '@mantine/core';
import { useNouns } from '../../../api/collections.ts';
import { baseWords } from '../cohortWords.ts';
import { setName } from '../setName.ts';
import type { Scope } from './conceptQueries.ts';
import type { Placement } from './placement.ts';

interface Described {
  readonly concept: Pick<ConceptDetail, 'collectionId'>;
  /** The filter being edited. */
  readonly filter: FilterEntry | undefined;
  /** Where a new filter would go. */
  readonly placement: Placement | undefined;
}

/** The criteria set that holds the filter or that a new one would join; undefined where there is none to follow. */
export function describedSet(
  sets: readonly CriteriaSetView[],
  { concept, filter, placement }: Described,
): string | undefined {
  if (filter === undefined) {
    const joined = sets.find(({ entryId }) => entryId === placement?.value);
    return joined?.about === undefined ? placement?.value : undefined;
  }
  const holder = sets.find(({ entries }) =>
    entries.some((entry) =>
      'kind' in entry
        ? entry.entries.some(({ entryId }) => entryId === filter.entryId)
        : entry.entryId === filter.entryId,
    ),
  );
  const isFollowed = holder?.collectionId === concept.collectionId && hasRecords(holder);
  return isFollowed ? holder.entryId : undefined;
}

/** Whether the set says which records of the subjects are meant. */
const hasRecords = ({ isRootCollection, about }: CriteriaSetView): boolean =>
  isRootCollection !== true && about === undefined;

/** The same population, with the records of one criteria set. */
export const ofSet = (scope: Scope, criteriaSet: string | undefined): Scope =>
  scope.kind === 'all' ? scope : { ...scope, criteriaSet };

interface CountedBaseProps {
  readonly dataset: string;
  readonly concept: ConceptDetail;
  readonly scope: Scope;
  /** Only such records are counted. */
  readonly polarity: Polarity | undefined;
  readonly sets: readonly CriteriaSetView[];
  /** The figures on the screen are still those of another population, or there are none. */
  readonly isCounting: boolean;
}

/** One sentence that says what the figures of the editor count. */
export function CountedBase(props: CountedBaseProps) {
  const { dataset, concept, scope, polarity, sets, isCounting } = props;
  const { subject, record } = useNouns(dataset).of(concept.collectionId);
  const records = polarity === undefined ? record.many : `${polarity} ${record.many}`;
  const set = scope.kind === 'all' ? undefined : sets.find(({ entryId }) => entryId === scope.criteriaSet);
  return (
    <Text size="xs" c="dimmed" data-testid="counted-base">
      {isCounting
        ? baseWords.counting
        : record === subject
          ? baseWords.subjects(subject.many, scope.kind)
          : baseWords.records({
              records,
              subjects: subject.many,
              scope: scope.kind,
              set: set && setName(set),
            })}
    </Text>
  );
}
