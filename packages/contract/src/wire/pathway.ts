import { z } from 'zod';
import { wireObject } from './wireObject.ts';

const conceptId = z.string().max(200);

/**
 * A time of a subject (rule 17.10): birth; an age or date; or when a record of a collection began, of any value or of
 * one of those that are named.
 */
export const timePoint = z.union([
  wireObject({ kind: z.literal('birth') }),
  wireObject({ kind: z.literal('value'), conceptId }),
  wireObject({
    kind: z.literal('record'),
    collectionId: z.string().max(200),
    conceptId: conceptId.optional(),
    values: z.array(z.string().max(1000)).max(200).optional(),
  }),
]);
export type TimePointChoice = z.output<typeof timePoint>;

export const maxStages = 6;
export const maxExits = 4;

/** Stages in order, ways to leave, and the last known contact (rules 17.30 and 17.31). */
export const pathwayTimes = {
  stages: z.array(timePoint).min(2).max(maxStages),
  exits: z.array(timePoint).max(maxExits),
  last: timePoint.optional(),
};

/** Who reached so many stages or more; just so many; and of those who waits, and of whom nothing is known. */
export const pathwayWays = ['reached', 'stayed', 'waiting', 'unknown'] as const;

/** Subjects of a pathway: `way` is one of these, or the position of a way to leave in the list of exits (rule 17.33). */
export const pathwayBand = {
  reached: z.int().min(0).max(maxStages),
  way: z.union([z.enum(pathwayWays), z.literal([0, 1, 2, 3])]),
};
export type PathwayBand = z.output<ReturnType<typeof z.object<typeof pathwayBand>>>;

/** A pathway, and whom of it a criteria set asks for. Without stages it is hidden from who reads it. */
export const pathwayOfSet = wireObject({
  ...pathwayTimes,
  ...pathwayBand,
  stages: z.array(timePoint).max(maxStages),
});
export type PathwayOfSet = z.output<typeof pathwayOfSet>;
