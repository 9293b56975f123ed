import { ActionIcon, Menu } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { ArrowDown, ArrowUp, CornerDownRight, MoveVertical, Split, Ungroup } from '../../../ui/icons.ts';
import type { MoveMenu as Choices } from './moveMenu.ts';
import { moveWords } from './moveWords.ts';
import { type Position, positionKey } from './position.ts';

interface MoveMenuProps {
  readonly filterId: string;
  readonly name: string;
  readonly choices: Choices;
  readonly onMove: (position: Position) => void;
}

/** The same moves as by dragging, as a menu. */
export function MoveMenu({ filterId, name, choices, onMove }: MoveMenuProps) {
  const { up, down, out, join, sets } = choices;
  const item = (position: Position | undefined, label: string, icon: ReactNode) =>
    position && (
      <Menu.Item key={positionKey(position)} leftSection={icon} onClick={() => onMove(position)}>
        {label}
      </Menu.Item>
    );
  return (
    <Menu position="bottom-end" width={240} withinPortal={false}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          data-focus={`menu ${filterId}`}
          aria-label={moveWords.menu(name)}
          title={moveWords.menuTip}
        >
          <MoveVertical size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {item(up, moveWords.up, <ArrowUp size={14} />)}
        {item(down, moveWords.down, <ArrowDown size={14} />)}
        {item(out, moveWords.out, <Ungroup size={14} />)}
        {join.length > 0 && <Menu.Label>{moveWords.joinTitle}</Menu.Label>}
        {join.map(({ position, names }) => (
          <Fragment key={positionKey(position)}>
            {item(position, moveWords.join(names), <Split size={14} />)}
          </Fragment>
        ))}
        {sets.length > 0 && <Menu.Label>{moveWords.toSetTitle}</Menu.Label>}
        {sets.map(({ position, name: set }) => (
          <Fragment key={positionKey(position)}>
            {item(position, set, <CornerDownRight size={14} />)}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
