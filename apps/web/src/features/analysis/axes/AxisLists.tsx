import type { AnalysisRole } from '@atrium/contract/wire/analysis';
import { useDroppable } from '@dnd-kit/core';
import { ActionIcon, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { ArrowLeftRight } from '../../../ui/icons.ts';
import { type MoveTo, SortableList, SortableLists } from '../../../ui/staged/SortableLists.tsx';
import { StagedItem } from '../../../ui/staged/StagedItem.tsx';
import { entriesIn } from '../../../ui/staged/stagedLists.ts';
import { axesWords } from '../analysisWords.ts';
import classes from './AxesDialog.module.css';
import { type AxisEntry, otherRole, roles } from './axisLists.ts';
import type { AxesEditing } from './useAxesDialog.ts';

/** Both axes; concepts are moved along an axis and to the other one. */
export function AxisLists({ editing }: { readonly editing: AxesEditing }) {
  const { lists, dispatch } = editing;
  return (
    <SortableLists
      lists={lists}
      names={roles}
      noun="concept"
      says={(name, { list, index }, of) => axesWords.position(name, list, index, of)}
      onMove={(key, to) => dispatch({ kind: 'moved', key, to })}
    >
      {(moveTo) => roles.map((role) => <Axis key={role} role={role} editing={editing} moveTo={moveTo} />)}
    </SortableLists>
  );
}

interface AxisProps {
  readonly role: AnalysisRole;
  readonly editing: AxesEditing;
  readonly moveTo: MoveTo<AxisEntry>;
}

/** The concepts of one axis, outermost first. */
function Axis({ role, editing, moveTo }: AxisProps) {
  const { lists, dispatch, isApplying } = editing;
  const id = useId();
  const { setNodeRef, isOver } = useDroppable({ id: role });
  const entries = entriesIn(lists, role);
  const other = otherRole(role);
  return (
    <div ref={setNodeRef} className={classes.axis} data-over={isOver}>
      <Title order={3} size="h5" id={id}>
        {axesWords.axis[role]}
      </Title>
      {entries.length === 0 ? (
        <Text size="sm" c="dimmed" className={classes.none ?? ''}>
          {axesWords.none[role]}
        </Text>
      ) : (
        <SortableList entries={entries} labelId={id}>
          {(entry, ends) => (
            <StagedItem
              key={entry.key}
              {...ends}
              item={entry}
              isLocked={isApplying}
              onMove={(by) =>
                moveTo(entry, by, { list: role, index: entries.indexOf(entry) + (by === 'up' ? -1 : 1) })
              }
              onRemove={() => dispatch({ kind: 'removed', key: entry.key })}
              onRestore={() => dispatch({ kind: 'restored', key: entry.key })}
              after={
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  data-move="across"
                  disabled={isApplying}
                  aria-label={axesWords.across(entry.name, role)}
                  onClick={() =>
                    moveTo(entry, 'across', { list: other, index: entriesIn(lists, other).length })
                  }
                >
                  <ArrowLeftRight size={16} aria-hidden />
                </ActionIcon>
              }
            />
          )}
        </SortableList>
      )}
    </div>
  );
}
