import { NativeSelect } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Icon } from '../../../ui/drawIcon.tsx';
import classes from './RoomFrame.module.css';

/** What a room is given. */
export interface RoomProps {
  /** The title of the room, as its links have it. */
  readonly title: string;
  /** What is open within the room, the last part of the path; undefined for the room itself. */
  readonly item: string | undefined;
}

/** A staff room as the navigation shows it. */
export interface RoomEntry {
  readonly path: string;
  readonly title: string;
  readonly icon: Icon;
  /** Rooms of the same group stand below one heading. */
  readonly group: string;
  /** Its name in the menu of the person; absent where the menu does not name it. */
  readonly menu?: string;
}

interface RoomFrameProps {
  /** The path segment of the installation. */
  readonly app: string;
  readonly rooms: readonly RoomEntry[];
  /** The path of the open room. */
  readonly open: string;
  readonly children: ReactNode;
}

const staffRooms = 'Staff rooms';
const roomPath = '/$app/admin/$room/{-$item}';

/** A staff room, beside the links to all of them. */
export function RoomFrame({ app, rooms, open, children }: RoomFrameProps) {
  return (
    <div className={classes.frame}>
      <RoomLinks app={app} rooms={rooms} open={open} />
      <div className={classes.room}>{children}</div>
    </div>
  );
}

type RoomLinksProps = Omit<RoomFrameProps, 'children'>;

function RoomLinks({ app, rooms, open }: RoomLinksProps) {
  const navigate = useNavigate();
  const groups = [...new Set(rooms.map(({ group }) => group))];
  const inGroup = (group: string) => rooms.filter((room) => room.group === group);
  return (
    <nav aria-label={staffRooms} className={classes.links}>
      <NativeSelect
        className={classes.choice}
        label={staffRooms}
        value={open}
        data={groups.map((group) => ({
          group,
          items: inGroup(group).map(({ path, title }) => ({ value: path, label: title })),
        }))}
        onChange={({ currentTarget }) =>
          void navigate({ to: roomPath, params: { app, room: currentTarget.value, item: undefined } })
        }
      />
      {groups.map((group) => (
        <div key={group} className={classes.group}>
          <span className={classes.heading} aria-hidden>
            {group}
          </span>
          <ul aria-label={group}>
            {inGroup(group).map(({ path, title, icon: Icon }) => (
              <li key={path}>
                <Link
                  to={roomPath}
                  params={{ app, room: path, item: undefined }}
                  className={classes.link}
                  {...(path === open && { 'aria-current': 'page' as const })}
                >
                  <Icon size={16} aria-hidden />
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
