import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { RoomFrame } from '../../../features/admin/rooms/RoomFrame.tsx';
import { ScreenLoading } from '../../shell/ScreenLoading.tsx';
import { NotFound } from '../../shell/ScreenMessages.tsx';
import { site } from '../../site.ts';
import { roomAt, rooms } from './rooms.ts';

/** A staff room. */
export function AdminScreen() {
  const { app, room: path, item } = useParams({ from: '/$app/admin/$room/{-$item}' });
  const room = roomAt(path);
  if (app !== site.appSegment || room === undefined) return <NotFound />;
  const { component: Component } = room;
  return (
    <RoomFrame app={app} rooms={rooms} open={room.path}>
      <Suspense fallback={<ScreenLoading />}>
        <Component key={room.path} title={room.title} item={item} />
      </Suspense>
    </RoomFrame>
  );
}
