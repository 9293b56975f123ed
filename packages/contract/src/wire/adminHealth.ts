import { z } from 'zod';
import { wireObject } from './wireObject.ts';

/** The parts of the portal that staff look after, in the order in which they are shown. */
export const healthParts = [
  'portal',
  'database',
  'warehouse',
  'indexes',
  'disk',
  'backup',
  'queues',
  'mail',
  'providers',
  'memory',
  'questions',
] as const;
export type HealthPartName = (typeof healthParts)[number];

/** `unknown`: its state could not be found, which should be looked into. */
export const healthStates = ['good', 'warning', 'bad', 'unknown'] as const;
export type HealthState = (typeof healthStates)[number];

export const healthPart = wireObject({
  part: z.enum(healthParts),
  state: z.enum(healthStates),
  /** How it is, in a sentence. */
  sentence: z.string(),
  /** What to do, in plain words; null where nothing is to be done. */
  advice: z.string().nullable(),
  facts: z.array(wireObject({ name: z.string(), value: z.string() })),
});
export type HealthPart = z.output<typeof healthPart>;
export const health = wireObject({ at: z.iso.datetime(), parts: z.array(healthPart) });
export type Health = z.output<typeof health>;
