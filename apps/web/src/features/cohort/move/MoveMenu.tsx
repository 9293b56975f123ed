import { ActionIcon, Menu } from '@mantine/core';
import { ArrowDown, ArrowUp, CornerDownRight, MoveVertical, Split, Ungroup } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { MoveMenu as Choices } from './moveMenu.ts';
import { type Place, placeKey } from './place.ts';
import { moveWords } from './words.ts';

interface MoveMenuProps {
  readonly filterId: string;
  readonly name: string;
  readonly choices: Choices;
  readonly onMove: (place: Place) => void;
}

/** The same moves as by dragging, as a menu. */
export function MoveMenu({ filterId, name, choices, onMove }: MoveMenuProps) {
  const { up, down, out, join, sets } = choices;
  const item = (place: Place | undefined, label: string, icon: ReactNode) =>
    place && (
      <Menu.Item key={placeKey(place)} leftSection={icon} onClick={() => onMove(place)}>
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
        {join.map(({ place, names }) => (
          <Fragment key={placeKey(place)}>{item(place, moveWords.join(names), <Split size={14} />)}</Fragment>
        ))}
        {sets.length > 0 && <Menu.Label>{moveWords.toSetTitle}</Menu.Label>}
        {sets.map(({ place, name: set }) => (
          <Fragment key={placeKey(place)}>{item(place, set, <CornerDownRight size={14} />)}</Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
