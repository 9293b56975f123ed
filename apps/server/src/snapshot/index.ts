export { activate, edit, type HistoryKey, readActive, readSnapshot, type Snapshot } from './history.ts';
