import type { CohortView } from '@atrium/contract/wire/cohortView';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { collectionsOptions } from '../api/collections.ts';
import { subjectWords } from '../features/cohort/subject/subjectWords.ts';
import type { SubjectCells } from '../features/table/grid/subjectCells.ts';

const SubjectDialog = lazy(async () => ({
  default: (await import('../features/cohort/subject/SubjectDialog.tsx')).SubjectDialog,
}));

/** Opens one subject from a cell with its id; null where the member sees no ids. */
export function useSubjectCells(dataset: string) {
  const { data: collections } = useQuery(collectionsOptions(dataset));
  const conceptId = collections?.find(({ isRootCollection }) => isRootCollection)?.subjectIdConcept;
  const [subject, setSubject] = useState<string>();
  const cells = useMemo(
    (): SubjectCells | null =>
      conceptId === undefined ? null : { conceptId, nameOf: subjectWords.explain, onOpen: setSubject },
    [conceptId],
  );
  const dialog = (view: CohortView) =>
    subject !== undefined && (
      <Suspense>
        <SubjectDialog
          dataset={dataset}
          view={view}
          start={{ kind: 'one', subject }}
          onClose={() => setSubject(undefined)}
        />
      </Suspense>
    );
  return { cells, dialog };
}
