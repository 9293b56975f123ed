import { aggregateStates } from './aggregateStates.ts';
import { dataRoomStates } from './dataRoomStates.ts';
import { fileStates } from './fileStates.ts';
import { portalStates } from './portalStates.ts';
import { queryStates } from './queryStates.ts';
import { reportStates } from './reportStates.ts';
import { resultsStates } from './resultsStates.ts';
import type { ScreenState } from './screenState.ts';
import { siteStates } from './siteStates.ts';
import { staffStates } from './staffStates.ts';

/** Every screen in every state that is tested and pictured. */
export const screenStates: readonly ScreenState[] = [
  ...portalStates,
  ...queryStates,
  ...resultsStates,
  ...aggregateStates,
  ...reportStates,
  ...siteStates,
  ...fileStates,
  ...staffStates,
  ...dataRoomStates,
];
