export { type Api, createApi, type DatasetNeed, type Gate } from './api.ts';
export { describeApi } from './describeApi.ts';
export { type Call, type Redirect, route } from './route.ts';
export type { Download } from './sendDownload.ts';
export { createServer } from './server.ts';
export { serveWeb } from './serveWeb.ts';
export type { TransportSettings } from './settings.ts';
export { carriesToken } from './transportRules.ts';
export { answerUnmatched } from './unmatched.ts';
