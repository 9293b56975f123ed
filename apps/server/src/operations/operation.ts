import { accessLevels } from '@atrium/contract';
import { z } from 'zod';

/** What an operator may ask for at the command line; the same whether the portal runs or not. */
export const operation = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('import'),
    /** Absolute: the portal has a working directory of its own. */
    packagePath: z.string(),
    /** Null: the package's name. */
    dataset: z.string().nullable(),
    dryRun: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('addUser'),
    username: z.string(),
    fullName: z.string(),
    email: z.string(),
    isStaff: z.boolean(),
    password: z.string(),
  }),
  z.strictObject({
    kind: z.literal('grant'),
    username: z.string(),
    dataset: z.string(),
    level: z.enum(accessLevels),
    canViewWorkspace: z.boolean(),
  }),
]);
export type Operation = z.infer<typeof operation>;
export type ImportOperation = Extract<Operation, { kind: 'import' }>;

/** What is being done, and how far it is; a new step is worth a line of its own. */
export interface Progress {
  readonly step: string;
  readonly detail: string | null;
}

export interface Watcher {
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
}
