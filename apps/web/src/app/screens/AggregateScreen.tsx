import type { AnalysisRole } from '@atrium/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { datasetQuery } from '../../api/session.ts';
import {
  type AnalysisDisplay,
  readAnalysisAddress,
  writeAnalysisAddress,
} from '../../features/analysis/analysisAddress.ts';
import { mayOpen } from '../mayOpen.ts';
import { useLayer } from '../useLayer.ts';
import { AggregateOfCohort } from './aggregate/AggregateOfCohort.tsx';
import { AggregateOfEveryone } from './aggregate/AggregateOfEveryone.tsx';

const here = '/$dataset/aggregate';

/** The cross-tab, beside the cohort for members who may see one. How it is shown, and what is open, stands in the address. */
export function AggregateScreen() {
  const { dataset } = useParams({ from: here });
  const search = useSearch({ from: here });
  const display = readAnalysisAddress(search);
  const navigate = useNavigate({ from: here });
  const router = useRouter();
  const layer = useLayer();
  const member = useQuery(datasetQuery(dataset)).data;
  if (member === undefined) return null;

  const onDisplay = (change: Partial<AnalysisDisplay>) =>
    void navigate({
      search: (held) => ({ ...held, ...writeAnalysisAddress({ ...readAnalysisAddress(held), ...change }) }),
      replace: change.view === undefined,
    });
  const onEditing = (edit: AnalysisRole | undefined) => {
    const { href } = router.buildLocation({ to: here, params: { dataset }, search: { ...search, edit } });
    if (edit === undefined) layer.close(href);
    else layer.open(href);
  };
  const { filters } = search;
  const Shown = mayOpen('subjects', member) ? AggregateOfCohort : AggregateOfEveryone;
  return (
    <Shown
      key={dataset}
      dataset={dataset}
      display={display}
      onDisplay={onDisplay}
      editing={search.edit}
      onEditing={onEditing}
      filters={{
        isOpen: filters === undefined ? undefined : filters === 'shown',
        onToggle: (isOpen) =>
          void navigate({
            search: (held) => ({ ...held, filters: isOpen ? 'shown' : 'hidden' }),
            replace: true,
          }),
      }}
    />
  );
}
