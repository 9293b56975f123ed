export { closedDataRooms, type DataRoomSettings } from './data/settings.ts';
export { clearUploads } from './data/uploads.ts';
export type { AdminDeps } from './frame/deps.ts';
export { noQuestionLog, openQuestionLog, type QuestionLog } from './questions/questionLog.ts';
export { watchWarehouse } from './questions/watchWarehouse.ts';
export { registerAdmin } from './routes.ts';
