import { chosenStates } from './states/chosenStates.ts';
import { doorStates } from './states/doorStates.ts';
import { figureStates } from './states/figureStates.ts';
import { queryStates } from './states/queryStates.ts';
import type { ScreenState } from './states/screenState.ts';

export const screenStates: readonly ScreenState[] = [
  ...doorStates,
  ...queryStates,
  ...chosenStates,
  ...figureStates,
];
