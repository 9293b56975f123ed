export {
  type Api,
  type Caller,
  createApi,
  type DatasetPermission,
  type Gate,
  type RefusedCall,
} from './api.ts';
export { currentAsker } from './asker.ts';
export { describeApi } from './describeApi.ts';
export { type Amount, Answered, disclosed, type OpenMeter, showsNothing } from './disclosed.ts';
export type { Meter, MeteredAnswer } from './metrics.ts';
export { networkOf } from './networkOf.ts';
export { originOf } from './originOf.ts';
export { parseBody as jsonBody } from './parseBody.ts';
export { currentTrace, type EndedQuestion, onQuestion } from './questionTrace.ts';
export { defaultRateLimits, type RateLimits } from './rateLimits.ts';
export { parsed } from './refusal.ts';
export { type Call, route, routeRecordedOnce } from './route.ts';
export type { Delivery } from './sendDelivery.ts';
export type { Download } from './sendDownload.ts';
export { refusalOf } from './sendError.ts';
export type { TransportSettings } from './server.ts';
export { createServer } from './server.ts';
export { serveWeb } from './serveWeb.ts';
export { TooManyRequests, tooManyAttempts } from './tooManyRequests.ts';
export { carriesToken } from './transportRules.ts';
export { answerUnmatched } from './unmatched.ts';
