import type { CohortView } from '@atrium/contract/wire/cohortView';
import { Alert, Button, List, Stack } from '@mantine/core';
import { CircleAlert } from '../../../ui/icons.ts';
import type { Batch } from '../cohortQueries.ts';
import { words } from '../cohortWords.ts';
import { filterViews } from '../findFilter.ts';

interface ProblemsProps {
  readonly view: CohortView;
  readonly onRepair: (batch: Batch) => void;
}

/** Why the cohort cannot be counted, and a button that removes the parts that this member may not use. */
export function Problems({ view, onRepair }: ProblemsProps) {
  const errors = [...new Set(view.errors)].filter((error) => error.trim() !== '');
  if (errors.length === 0) return null;
  const repair = removals(view);
  return (
    <Alert color="red" icon={<CircleAlert size={18} />} role="alert" p="sm" title={words.problems}>
      <Stack gap="xs" align="flex-start">
        <List size="sm">
          {errors.map((error) => (
            <List.Item key={error}>{error}</List.Item>
          ))}
        </List>
        {repair.length > 0 && (
          <Button size="compact-sm" variant="default" onClick={() => onRepair(repair)}>
            {words.removeUnusable}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** The edits that remove the entries that the owner cannot repair. */
function removals(view: CohortView): Batch {
  const gone = view.criteriaSets.filter(({ canNotEdit }) => canNotEdit === true);
  const inGone = new Set(gone.flatMap((set) => filterViews({ ...view, criteriaSets: [set] })));
  return [
    ...gone.map(({ entryId }) => ({ kind: 'delete_criteria_set', entryId }) as const),
    ...view.criteriaSets
      .filter((set) => set.canEditEventRule === false && !gone.includes(set))
      .map(({ entryId }) => ({ kind: 'delete_event_rule', entryId }) as const),
    ...filterViews(view)
      .filter((filter) => filter.canNotEdit === true && !inGone.has(filter))
      .map(({ entryId }) => ({ kind: 'delete_entry', entryId, removeEmptyCriteriaSets: false }) as const),
  ];
}
