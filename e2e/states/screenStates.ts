import { readFileSync } from 'node:fs';
import { expect } from '../test.ts';
import { aggregateStates } from './aggregateStates.ts';
import { compareStates } from './compareStates.ts';
import { dataRoomStates } from './dataRoomStates.ts';
import { fileStates } from './fileStates.ts';
import { portalStates } from './portalStates.ts';
import { queryStates } from './queryStates.ts';
import { reportStates } from './reportStates.ts';
import { resultsStates } from './resultsStates.ts';
import type { ScreenState } from './screenState.ts';
import { siteStates } from './siteStates.ts';
import { staffStates } from './staffStates.ts';

const describedStates: readonly ScreenState[] = [
  ...portalStates,
  ...queryStates,
  ...resultsStates,
  ...aggregateStates,
  ...compareStates,
  ...reportStates,
  ...siteStates,
  ...fileStates,
  ...staffStates,
  ...dataRoomStates,
];

/** The staff rooms, from their table in the client. */
export const staffRooms: readonly { readonly path: string; readonly title: string }[] = Array.from(
  readFileSync(new URL('../../apps/web/src/app/screens/admin/rooms.ts', import.meta.url), 'utf8').matchAll(
    /path: '([^']+)',\s+title: '([^']+)'/g,
  ),
  ([, path = '', title = '']) => ({ path, title }),
);

/** A room as it opens. */
const roomState = ({ path, title }: (typeof staffRooms)[number]): ScreenState => ({
  account: 'curator',
  name: `staff-${path}`,
  title: `Staff rooms: ${title}`,
  path: `/pcgc/admin/${path}`,
  reach: async (page) => {
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
  },
});

/** A state of that name describes it; the audit is reached by an address of its own. */
const isDescribed = (room: string): boolean =>
  room === 'audit' || describedStates.some(({ name }) => name === `staff-${room}`);

/** Every screen in every state that is tested and pictured; a staff room needs no state of its own. */
export const screenStates: readonly ScreenState[] = [
  ...describedStates,
  ...staffRooms.filter(({ path }) => !isDescribed(path)).map(roomState),
];
