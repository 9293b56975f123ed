import { z } from 'zod';
import { longList } from './longList.ts';

/** At risk just before it, and with the event in it; a bound is null where it is not defined. */
export interface CurveStep {
  readonly time: number;
  readonly share: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly atRisk: number;
  readonly events: number;
}

const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isBound = (value: unknown): value is number | null => value === null || Number.isFinite(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value);

const numbers = longList(isNumber, { type: 'number' });
const bounds = longList(isBound, { anyOf: [{ type: 'number' }, { type: 'null' }] });
const counts = longList(isCount, { type: 'integer' });

/** The steps of a curve, of which there may be thousands: on the wire a list for each of their figures, of one length. */
export const curveSteps = z.codec(
  z
    .object({ time: numbers, share: numbers, low: bounds, high: bounds, at_risk: counts, events: counts })
    .refine((columns) => Object.values(columns).every(({ length }) => length === columns.time.length), {
      message: 'must be lists of one length',
    }),
  z.custom<CurveStep[]>(),
  {
    decode: ({ time, share: shares, low, high, at_risk: atRisk, events }) =>
      time.map((at, index) => ({
        ...{ time: at, share: shares[index] ?? 0, low: low[index] ?? null, high: high[index] ?? null },
        ...{ atRisk: atRisk[index] ?? 0, events: events[index] ?? 0 },
      })),
    encode: (steps) => ({
      time: steps.map(({ time }) => time),
      share: steps.map((step) => step.share),
      low: steps.map(({ low }) => low),
      high: steps.map(({ high }) => high),
      at_risk: steps.map(({ atRisk }) => atRisk),
      events: steps.map(({ events }) => events),
    }),
  },
);
