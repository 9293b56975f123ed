export { registerAdmin } from './adminRoutes.ts';
export { closedDataRooms, type DataRoomSettings } from './data/settings.ts';
export { clearUploads } from './data/uploads.ts';
export { noQuestionLog, openQuestionLog, type QuestionLog } from './questions/questionLog.ts';
