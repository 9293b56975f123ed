import type { CriteriaSetView, FilterView, OrGroupView } from '@atrium/contract';
import { Fragment } from 'react';
import { inSentence } from '../criteriaSet/setSentence.ts';
import { setWords } from '../criteriaSet/words.ts';
import { DropZone } from '../move/DropZone.tsx';
import { moveMenu } from '../move/moveMenu.ts';
import type { Place } from '../move/place.ts';
import { nextSet, setsFor } from '../nextSet.ts';
import classes from './CriteriaSetCard.module.css';
import type { CriteriaSetCardProps } from './criteriaSetCardProps.ts';
import { deletion } from './deletion.ts';
import { FilterEffect } from './FilterEffect.tsx';
import { FilterRow } from './FilterRow.tsx';
import { Joint } from './Joint.tsx';

/** The entries of a set with the words between them; every gap and every entry takes a dragged filter. */
export function SetEntries(props: CriteriaSetCardProps) {
  const { set, sets, actions } = props;
  const before = (entryId: string | null): Place => ({ kind: 'before', setId: set.entryId, entryId });
  if (set.entries.length === 0) {
    return (
      <DropZone place={before(null)}>
        {set.eventRuleLabel === undefined && (
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
          <DropZone place={before(entry.entryId)}>
            {above !== undefined && (
              <Joint
                word="and"
                between={entry.entryId}
                onSwitch={() => actions.edit(joinToNext(above), `joint ${entry.entryId}`)}
              />
            )}
          </DropZone>
          <DropZone place={{ kind: 'join', setId: set.entryId, entryId: entry.entryId }}>
            {'kind' in entry ? <Alternatives {...props} group={entry} /> : <Row {...props} filter={entry} />}
          </DropZone>
        </Fragment>
      ))}
      <DropZone place={before(null)} />
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

function Row({
  filter,
  sets,
  editing,
  actions,
  weighed,
}: CriteriaSetCardProps & { readonly filter: FilterView }) {
  const { entryId } = filter;
  return (
    <FilterRow
      filter={filter}
      isEditing={entryId === editing}
      isPending={actions.isPending(entryId)}
      moves={moveMenu(sets, entryId)}
      effect={weighed && <FilterEffect {...weighed} entryId={entryId} />}
      onEdit={() => actions.openFilter(filter)}
      onDelete={() => actions.edit([deletion(entryId)])}
      onMove={(place) => actions.move(filter, place)}
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
