import { z } from 'zod';

/** What work is about, as the permissions of the Data Use Ontology tell it apart. */
export const researchKinds = ['health', 'disease', 'ancestry', 'general'] as const;
export type ResearchKind = (typeof researchKinds)[number];

/** What modifiers of the Data Use Ontology ask of work, besides what it is about. */
export const workTraits = ['ancestry', 'methods', 'genetics', 'forProfit', 'commercial'] as const;
export type WorkTrait = (typeof workTraits)[number];

const code = z.string().min(1).max(100);

/** What somebody wants to use data for (rule 1.26). */
export const purpose = z
  .strictObject({
    research: z.enum(researchKinds),
    /** The code of the disease, as codes of data use spell it; of research on a disease only. */
    disease: code.nullable().default(null),
    involves: z.array(z.enum(workTraits)).max(workTraits.length).default([]),
    /** The conditions that the person says are met, each as the data spell it. */
    confirms: z.array(code).max(200).default([]),
  })
  .refine(({ research, disease }) => (research === 'disease') === (disease !== null), {
    message: 'must name a disease where it is research on one, and nowhere else',
    path: ['disease'],
  });
export type Purpose = z.output<typeof purpose>;
