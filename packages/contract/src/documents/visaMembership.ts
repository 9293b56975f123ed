import { z } from 'zod';
import { grantableRights } from './grantableRights.ts';

/** Visas that may open a dataset (GA4GH Passport 1.2.1, "Passport Visa Types"). */
const visaTypes = ['ControlledAccessGrants', 'AcceptedTermsAndPolicies', 'ResearcherStatus'] as const;

/** Who makes an assertion (GA4GH Passport 1.2.1, "by"). */
export const visaAuthorities = ['self', 'peer', 'system', 'so', 'dac'] as const;

const text = z.string().min(1).max(300);

/** A visa that a person must have; each part is compared letter by letter. */
export const wantedVisa = z.strictObject({
  type: z.enum(visaTypes),
  value: text,
  /** Who says so, as the address that the visa names. */
  source: text,
  /** Without it, whoever it was within the source. */
  by: z.array(z.enum(visaAuthorities)).min(1).optional(),
});
export type WantedVisa = z.infer<typeof wantedVisa>;

/** A membership for who has all of some visas (rule 8.40). */
export const visaMembership = z.strictObject({
  visas: z.array(wantedVisa).min(1).max(8),
  level: z.enum(['phi', 'deid', 'agg']),
  ...grantableRights.partial().shape,
  /** Names of permission groups of the dataset. */
  groups: z.array(z.string()).optional(),
});
export type VisaMembership = z.infer<typeof visaMembership>;
