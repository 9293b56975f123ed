/** Functions without schemas, which load fast, for threads that run one task only. */
export { dayNumber } from './calendar/dayNumbers.ts';
export { momentText } from './calendar/moments.ts';
export { disarmed } from './documents/formulas.ts';
export { type ErrorCode, PortalError } from './errors/errorCode.ts';
export { unreachable } from './errors/unreachable.ts';
