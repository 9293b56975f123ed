/** What has no schemas and loads in no time, for threads that live as long as one task. */
export { dayNumber } from './calendar/dayNumbers.ts';
export { momentText } from './calendar/moments.ts';
export { disarmed } from './documents/formulas.ts';
export { type ErrorCode, PortalError } from './errors/errorCode.ts';
export { unreachable } from './errors/unreachable.ts';
