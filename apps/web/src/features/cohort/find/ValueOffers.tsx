import type { AddFilter } from '@atrium/contract/wire/cohortTransformation';
import type { CohortView } from '@atrium/contract/wire/cohortView';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEdit, useStep } from '../../../api/definition/edits.ts';
import type { ValueOffer, ValueOffersProps } from '../../../api/valueOffer.ts';
import { TriangleAlert } from '../../../ui/icons.ts';
import { cohortKind, cohortOptions } from '../cohortQueries.ts';
import { findWords } from '../cohortWords.ts';
import { countAfterEachOptions } from '../insightQueries.ts';
import { messageOf } from '../LoadFailed.tsx';
import { offerUndo } from '../panel/offerUndo.tsx';
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
  const edit = useEdit(cohortKind, { dataset });
  const step = useStep(cohortKind, { dataset });
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
    edit.underWay.some((one) => JSON.stringify(one) === JSON.stringify(wanted));
  const add = (wanted: AddFilter, name: string) => {
    const before = view.snapshotId;
    edit.mutate(wanted, {
      onSuccess: ({ transformationSuccessful }) => {
        if (transformationSuccessful)
          offerUndo(findWords.added(name), () => before !== null && step.mutate(before));
      },
    });
  };
  const offers = offered.map(({ hit, made }): ValueOffer => {
    if (made.kind === 'held')
      return { hit, kind: 'held', count: undefined, isPending: false, onAdd: () => {} };
    const count = counts.isError ? null : counts.data?.counts[edits.indexOf(made.edit)];
    const onAdd = () => add(made.edit, `${hit.concept.name}: ${hit.text}`);
    return { hit, kind: made.kind, count, isPending: isPending(made.edit), onAdd };
  });
  const errors = [
    ...edit.results.flatMap(({ transformationErrors, transformationWarnings, transformationSuccessful }) =>
      transformationSuccessful ? [] : [...transformationErrors, ...transformationWarnings],
    ),
    ...edit.errors.map((error) => messageOf(error)),
  ];
  return (
    <>
      {errors.length > 0 && (
        <Alert color="red" p="xs" role="alert" icon={<TriangleAlert size={16} />}>
          {errors.join(' ')}
        </Alert>
      )}
      {children(offers)}
    </>
  );
}
