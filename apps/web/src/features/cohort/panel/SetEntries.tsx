import { inSentence } from '@atrium/contract/calendar/numerals';
import { oneOfFamily } from '@atrium/contract/wire/cohortDefinition';
import type { CriteriaSetView, FilterView, OrGroupView } from '@atrium/contract/wire/cohortView';
import type { Collection } from '@atrium/contract/wire/concept';
import { Fragment } from 'react';
import { setWords } from '../criteriaSet/criteriaSetWords.ts';
import { DropZone } from '../move/DropZone.tsx';
import { moveMenu } from '../move/moveMenu.ts';
import type { Position } from '../move/position.ts';
import { nextSet, setsFor } from '../nextSet.ts';
import classes from './CriteriaSetCard.module.css';
import { FilterRow } from './FilterRow.tsx';
import { Joint } from './Joint.tsx';
import type { PanelActions } from './panelActions.ts';

export interface CriteriaSetCardProps {
  readonly set: CriteriaSetView;
  readonly sets: readonly CriteriaSetView[];
  readonly collections: readonly Collection[] | undefined;
  readonly editing: string | undefined;
  readonly actions: PanelActions;
}

/** The entries of a set with the words between them; every gap and every entry takes a dragged filter. */
export function SetEntries(props: CriteriaSetCardProps) {
  const { set, sets, actions } = props;
  if (set.about === oneOfFamily) return null;
  const before = (entryId: string | null): Position => ({ kind: 'before', setId: set.entryId, entryId });
  if (set.entries.length === 0) {
    return (
      <DropZone position={before(null)}>
        {set.eventRuleLabel === undefined && set.isPathway !== true && (
          <p className={classes.all}>
            <em>{setWords.all}</em>
          </p>
        )}
        {isOneOfMany(set, sets) && nextSet(sets, set.collectionId) === set && (
          <p className={classes.hint}>{setWords.nextSetHint(nounOf(set))}</p>
        )}
      </DropZone>
    );
  }
  return (
    <div className={classes.entries}>
      {withAbove(set.entries).map(({ item: entry, above }) => (
        <Fragment key={entry.entryId}>
          <DropZone position={before(entry.entryId)}>
            {above !== undefined && (
              <Joint
                word="and"
                between={entry.entryId}
                onSwitch={() => actions.edit(joinToNext(above), `joint ${entry.entryId}`)}
              />
            )}
          </DropZone>
          <DropZone position={{ kind: 'join', setId: set.entryId, entryId: entry.entryId }}>
            {'kind' in entry ? <Alternatives {...props} group={entry} /> : <Row {...props} filter={entry} />}
          </DropZone>
        </Fragment>
      ))}
      <DropZone position={before(null)} />
    </div>
  );
}

const joinToNext = (above: OrGroupView | FilterView) =>
  [{ kind: 'change_to_boolean_or', entryId: lastOf(above) }] as const;

/** An or-group is joined to what follows by its last filter. */
const lastOf = (entry: OrGroupView | FilterView): string =>
  'kind' in entry ? (entry.entries.at(-1)?.entryId ?? entry.entryId) : entry.entryId;

function Alternatives({ group, ...props }: CriteriaSetCardProps & { readonly group: OrGroupView }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label="One of these" className={classes.alternatives}>
      {withAbove(group.entries).map(({ item: filter, above }) => (
        <Fragment key={filter.entryId}>
          {above !== undefined && (
            <Joint
              word="or"
              between={filter.entryId}
              onSwitch={() =>
                props.actions.edit(
                  [{ kind: 'change_to_boolean_and', entryId: above.entryId }],
                  `joint ${filter.entryId}`,
                )
              }
            />
          )}
          <Row {...props} filter={filter} />
        </Fragment>
      ))}
    </div>
  );
}

function Row({ filter, sets, editing, actions }: CriteriaSetCardProps & { readonly filter: FilterView }) {
  const { entryId } = filter;
  return (
    <FilterRow
      filter={filter}
      isEditing={entryId === editing}
      isPending={actions.isPending(entryId)}
      moves={moveMenu(sets, entryId)}
      onEdit={() => actions.openFilter(filter)}
      onDelete={() => actions.edit([{ kind: 'delete_entry', entryId, removeEmptyCriteriaSets: false }])}
      onMove={(position) => actions.move(filter, position)}
    />
  );
}

/** Each item with the one above it. */
const withAbove = <T,>(items: readonly T[]) =>
  items.map((item, index) => ({ item, above: items[index - 1] }));

const isOneOfMany = (set: CriteriaSetView, sets: readonly CriteriaSetView[]): boolean =>
  setsFor(sets, set.collectionId).length > 1;

const nounOf = ({ collectionName, collectionId }: CriteriaSetView): string =>
  inSentence(collectionName ?? collectionId);
