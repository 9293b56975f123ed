import { controlFaults } from './controls.ts';
import { openState } from './states/screenState.ts';
import { screenStates } from './states/screenStates.ts';
import { expect, test } from './test.ts';

/** Screens with many controls; `npm run explore` looks at every state. */
const inGate = [
  'panel',
  'editor-text',
  'results',
  'results-picker',
  'aggregate',
  'reports',
  'download-files',
];

test('the states of the gate are states of screens', () => {
  const names = screenStates.map(({ name }) => name);
  expect(inGate.filter((name) => !names.includes(name))).toEqual([]);
});

for (const state of screenStates)
  test(`each control says what it does, and to what: ${state.title}`, {
    tag: inGate.includes(state.name) ? [] : ['@long'],
  }, async ({ page }) => {
    await openState(page, state);
    expect(await controlFaults(page)).toEqual([]);
  });
