import type { CriteriaSetView } from '@atrium/contract/wire/cohortView';
import { setName } from '../setName.ts';
import { type Position, slotsOf } from './position.ts';

const alternatives = (names: readonly string[]): string => names.join(' or ');

/** Sentences of moving a filter, by pointer, keys or menu. */
export const moveWords = {
  drag: (name: string) => `Drag filter: ${name}`,
  menu: (name: string) => `Move filter: ${name}`,
  menuTip: 'Move filter',
  up: 'Move up',
  down: 'Move down',
  out: 'Take out of the alternatives',
  joinTitle: 'Make it an alternative',
  join: (names: readonly string[]) => `or ${alternatives(names)}`,
  toSetTitle: 'Move to',
  instructions:
    'Press the space bar to pick up the filter. The up and down arrows choose a position: between filters, or on a filter to make it an alternative with “or”. The space bar drops, Escape cancels.',
  lifted: (name: string) => `Picked up ${name}.`,
  dropped: (name: string, where: string) => `${name} dropped: ${where}.`,
  cancelled: (name: string) => `Cancelled. ${name} stays where it was.`,
  nowhere: 'Not over a position.',
  moved: (name: string, where: string) => `${name} moved: ${where}.`,
} as const;

/** A position in words: "or Age", "before Race in Surgery 1". */
export function positionWords(position: Position, sets: readonly CriteriaSetView[]): string {
  const set = sets.find(({ entryId }) => entryId === position.setId);
  if (set === undefined) return '';
  const entry = slotsOf(set).find(({ entryId }) => entryId === position.entryId);
  if (position.kind === 'join') return moveWords.join(entry?.names ?? []);
  const where = setName(set);
  return entry === undefined ? `at the end of ${where}` : `before ${alternatives(entry.names)} in ${where}`;
}
