export { type Duties, dutiesAlone, type End } from './duties.ts';
export { joinPortals } from './joinPortals.ts';
export { dutiesOf, isLiving, listPortals } from './livingPortals.ts';
export { aloneHere, type HeldIndex, type Portals, takeInTurn } from './portals.ts';
export {
  type Entry,
  firstToTake,
  forgetEnded,
  type Memory,
  memoryHere,
  type SharedMemory,
  sharedMemoryHere,
  sharedMemoryOn,
  type Table,
} from './sharedMemory.ts';
