import type { AddFilter } from '@atrium/contract/wire/cohortTransformation';
import type { CohortView } from '@atrium/contract/wire/cohortView';
import { useEdit, useStep } from '../../../api/definition/edits.ts';
import { cohortKind } from '../cohortQueries.ts';
import { findWords } from '../cohortWords.ts';
import { messageOf } from '../LoadFailed.tsx';
import { offerUndo } from '../panel/offerUndo.tsx';

/** Adds a filter to the cohort on the screen by one click, and offers to undo it. */
export function useAddFilter(dataset: string, view: Pick<CohortView, 'snapshotId'>) {
  const edit = useEdit(cohortKind, { dataset });
  const step = useStep(cohortKind, { dataset });
  const add = (wanted: AddFilter, name: string) => {
    const before = view.snapshotId;
    edit.mutate(wanted, {
      onSuccess: ({ transformationSuccessful }) => {
        if (transformationSuccessful)
          offerUndo(findWords.added(name), () => before !== null && step.mutate(before));
      },
    });
  };
  const errors = [
    ...edit.results.flatMap(({ transformationErrors, transformationWarnings, transformationSuccessful }) =>
      transformationSuccessful ? [] : [...transformationErrors, ...transformationWarnings],
    ),
    ...[...edit.errors, step.error].flatMap((error) => (error === null ? [] : messageOf(error))),
  ];
  return { underWay: edit.underWay, add, errors };
}
