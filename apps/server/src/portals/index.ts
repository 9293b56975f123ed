export { type Duties, dutiesAlone, type End } from './duties.ts';
export { joinPortals } from './joinPortals.ts';
export { isLiving } from './livingPortals.ts';
export { aloneHere, type Portals } from './portals.ts';
export {
  type Entry,
  forgetEnded,
  type Memory,
  memoryHere,
  type SharedMemory,
  sharedMemoryHere,
  sharedMemoryOn,
  type Table,
} from './sharedMemory.ts';
