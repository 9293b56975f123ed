export {
  type Api,
  type Caller,
  createApi,
  type DatasetPermission,
  type Gate,
  type RefusedCall,
} from './api.ts';
export { requestedRange } from './byteRange.ts';
export { describeApi } from './describeApi.ts';
export { type Amount, Answered, disclosed, type OpenMeter, showsNothing } from './disclosed.ts';
export type { Meter, MeteredAnswer } from './metrics.ts';
export { networkOf } from './networkOf.ts';
export { defaultRateLimits, type RateLimits } from './rateLimits.ts';
export type { TakePermit } from './readPieces.ts';
export { type Call, route } from './route.ts';
export * from './safeText.ts';
export type { Delivery } from './sendDelivery.ts';
export type { Download } from './sendDownload.ts';
export { refuseInForm } from './sendError.ts';
export { atEnd, headOf, requestedPart, type StoredPart, sendPart } from './sendStored.ts';
export type { TransportSettings } from './server.ts';
export { createServer } from './server.ts';
export { serveWeb, type WebPage } from './serveWeb.ts';
export { defaultSpoolLimits, type SpoolLimits } from './spool/shelf.ts';
export type { SpoolSettings } from './spool/spool.ts';
export { TooManyRequests, tooManyAttempts } from './tooManyRequests.ts';
export { carriesToken, originOf } from './transportRules.ts';
export { answerUnmatched } from './unmatched.ts';
