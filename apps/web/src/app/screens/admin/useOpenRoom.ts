import { useNavigate } from '@tanstack/react-router';
import { site } from '../../site.ts';

/** Opens a staff room, or something within it. */
export function useOpenRoom(): (room: string, item?: string | number) => void {
  const navigate = useNavigate();
  return (room, item) =>
    void navigate({
      to: '/$app/admin/$room/{-$item}',
      params: { app: site.appSegment, room, item: item === undefined ? undefined : String(item) },
    });
}
