import type { AddFilter } from '@atrium/contract/wire/cohortTransformation';
import type { CohortView } from '@atrium/contract/wire/cohortView';
import { useQuery } from '@tanstack/react-query';
import type { ValueOffer, ValueOffersProps } from '../../../api/valueOffer.ts';
import { cohortOptions } from '../cohortQueries.ts';
import { countAfterEachOptions } from '../insightQueries.ts';
import { AddFailed } from './AddFailed.tsx';
import { useAddFilter } from './useAddFilter.ts';
import { valueEdit } from './valueEdit.ts';

/** The values that were found, each with what a click on it makes of the cohort (rule 11.14). */
export function ValueOffers({ dataset, hits, children }: ValueOffersProps) {
  const cohort = useQuery({ ...cohortOptions(dataset), enabled: hits.length > 0 });
  if (cohort.data === undefined || hits.length === 0) return children([]);
  return (
    <OfCohort dataset={dataset} hits={hits} view={cohort.data}>
      {children}
    </OfCohort>
  );
}

function OfCohort({ dataset, hits, view, children }: ValueOffersProps & { readonly view: CohortView }) {
  const { underWay, add, errors } = useAddFilter(dataset, view);
  const offered = hits.flatMap((hit) => {
    const made = valueEdit(hit, view);
    return made === null ? [] : [{ hit, made }];
  });
  const edits = offered.flatMap(({ made }) => (made.kind === 'held' ? [] : [made.edit]));
  const counts = useQuery({
    ...countAfterEachOptions({ dataset, snapshotId: view.snapshotId }, edits),
    enabled: edits.length > 0,
  });
  const isPending = (wanted: AddFilter) =>
    underWay.some((one) => JSON.stringify(one) === JSON.stringify(wanted));
  const offers = offered.map(({ hit, made }): ValueOffer => {
    if (made.kind === 'held')
      return { hit, kind: 'held', count: undefined, isPending: false, onAdd: () => {} };
    const count = counts.isError ? null : counts.data?.counts[edits.indexOf(made.edit)];
    const onAdd = () => add(made.edit, `${hit.concept.name}: ${hit.text}`);
    return { hit, kind: made.kind, count, isPending: isPending(made.edit), onAdd };
  });
  return (
    <>
      <AddFailed errors={errors} />
      {children(offers)}
    </>
  );
}
