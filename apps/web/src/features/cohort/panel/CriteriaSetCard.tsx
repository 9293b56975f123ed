import type { CohortTransformation, CriteriaSetView, FilterView } from '@atrium/contract';
import { ActionIcon } from '@mantine/core';
import { CalendarRange, TriangleAlert, X } from 'lucide-react';
import { Fragment } from 'react';
import { SafeHtml } from '../../../ui/SafeHtml.tsx';
import { textOf } from '../textOf.ts';
import { words } from '../words.ts';
import classes from './CriteriaSetCard.module.css';
import { FilterRow } from './FilterRow.tsx';
import { Joint } from './Joint.tsx';

interface CriteriaSetCardProps {
  readonly set: CriteriaSetView;
  readonly editing: string | undefined;
  readonly onEdit: (filter: FilterView) => void;
  readonly onChange: (transformation: CohortTransformation) => void;
}

/** One criteria set: what its records must meet, joined by "and", alternatives by "or". */
export function CriteriaSetCard({ set, editing, onEdit, onChange }: CriteriaSetCardProps) {
  const row = (filter: FilterView) => (
    <FilterRow
      key={filter.entryId}
      filter={filter}
      isEditing={filter.entryId === editing}
      onEdit={() => onEdit(filter)}
      onDelete={() =>
        onChange({ kind: 'delete_entry', entryId: filter.entryId, removeEmptyCriteriaSets: false })
      }
    />
  );
  const name = set.alias === '' ? undefined : set.alias;
  return (
    <li className={classes.set}>
      <div className={classes.head}>
        <span className={classes.title}>
          {name !== undefined && <strong className={classes.alias}>{name}</strong>}
          <SafeHtml html={set.label} />
        </span>
        <ActionIcon
          variant="subtle"
          color="red"
          size="sm"
          aria-label={`${words.deleteSet}: ${name ?? textOf(set.label)}`}
          title={words.deleteSet}
          onClick={() => onChange({ kind: 'delete_criteria_set', entryId: set.entryId })}
        >
          <X size={15} />
        </ActionIcon>
      </div>
      {set.hasErrors === true && (
        <p className={classes.fault}>
          <TriangleAlert size={14} aria-hidden /> This set cannot be used any more.
        </p>
      )}
      {set.eventRuleLabel !== undefined && (
        <p className={classes.event}>
          <CalendarRange size={14} aria-hidden />
          <SafeHtml html={set.eventRuleLabel} />
        </p>
      )}
      {set.entries.length === 0 ? (
        <p className={classes.all}>
          <em>{words.all}</em>
        </p>
      ) : (
        <div className={classes.entries}>
          {withBefore(set.entries).map(({ item: entry, before }) => (
            <Fragment key={entry.entryId}>
              {before !== undefined && (
                <Joint
                  word="and"
                  onSwitch={() => onChange({ kind: 'change_to_boolean_or', entryId: before.entryId })}
                />
              )}
              {'kind' in entry ? (
                // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
                <div role="group" aria-label="One of these" className={classes.alternatives}>
                  {withBefore(entry.entries).map(({ item: filter, before: above }) => (
                    <Fragment key={filter.entryId}>
                      {above !== undefined && (
                        <Joint
                          word="or"
                          onSwitch={() => onChange({ kind: 'change_to_boolean_and', entryId: above.entryId })}
                        />
                      )}
                      {row(filter)}
                    </Fragment>
                  ))}
                </div>
              ) : (
                row(entry)
              )}
            </Fragment>
          ))}
        </div>
      )}
    </li>
  );
}

/** Each item with the one before it. */
const withBefore = <T,>(items: readonly T[]) =>
  items.map((item, index) => ({ item, before: items[index - 1] }));
