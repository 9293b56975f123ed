type Bound<Value> = Value | null | undefined;

/** Whether a lower bound, a number or an ISO day, lies above the upper one; an open bound never does. */
export const isReversed = <Value extends number | string>(min: Bound<Value>, max: Bound<Value>): boolean =>
  min !== null && min !== undefined && max !== null && max !== undefined && min > max;
