import { z } from 'zod';

/** The numbers that people know of releases, by the names that programs know: `release_12` is 3 (rule 10.34). */
export const releaseNumbers = z.record(z.string(), z.int());
