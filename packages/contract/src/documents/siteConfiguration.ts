import { z } from 'zod';

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour like #0a6971');

const tokens = z
  .strictObject({
    canvas: colour,
    surface: colour,
    surfaceSunken: colour,
    surfaceHover: colour,
    line: colour,
    lineStrong: colour,
    text: colour,
    textQuiet: colour,
    brand: colour,
    brandSoft: colour,
    brandInk: colour,
    accent: colour,
    accentSoft: colour,
    accentInk: colour,
    danger: colour,
    focus: colour,
    /** The ten colours of charts. */
    chart: z.array(colour).length(10),
  })
  .partial();

/** Colours of the visual language that a site has chosen for itself, `#rrggbb`; the rest stays as it is. */
export type SiteTokens = z.output<typeof tokens>;

const link = z.strictObject({
  label: z.string().min(1).max(60),
  href: z.string().regex(/^(https:\/\/|\/(?!\/))/, 'must be an https address or a path of this portal'),
});

/** First parts of other paths of the portal. */
const takenSegments = [
  'account',
  'admin',
  'api',
  'aspera',
  'assets',
  'audit',
  'backend',
  'dataset',
  'ga4gh',
  'login',
  'metrics',
  'news',
  'ssh',
  'support',
];

const appSegment = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be small letters, digits and hyphens')
  .refine((segment) => !takenSegments.includes(segment), 'is the first part of other paths of the portal')
  .default('pcgc');

/** What a site says about itself on every page (rule 11.12); all of it may be left out. */
export const siteConfiguration = z.strictObject({
  title: z.string().min(1).max(60).default('Atrium'),
  /** The path segment of the calls and staff pages of this installation (rule 9.19). */
  appSegment,
  /** Sentences of the footer. */
  credits: z
    .array(z.string().max(300))
    .max(6)
    .default(['Data are shared under the consent and terms of each dataset.']),
  /** Whom to write to when a dataset names no contact; empty when there is no one. */
  supportEmail: z.union([z.literal(''), z.email()]).default(''),
  /** Where people ask for access to a dataset that they may not open; empty when they write to its contact. */
  accessRequests: z
    .union([z.literal(''), z.url({ protocol: /^https$/, error: 'must be an https address' })])
    .default(''),
  /** What everybody reads before signing in, as Markdown without HTML; empty for nothing. */
  signInNotice: z.string().max(4000).default(''),
  /** The Matomo service that gets page views and how calls went; without a name none does. */
  analytics: z
    .strictObject({
      url: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
      siteId: z.int().positive().default(2),
    })
    .nullable()
    .default(null),
  /** Full page loads outside of the web client, for staff only. */
  staffLinks: z.array(link).max(12).default([]),
  tokens: z
    .strictObject({ light: tokens.default({}), dark: tokens.default({}) })
    .default({ light: {}, dark: {} }),
});
export type SiteConfiguration = z.output<typeof siteConfiguration>;
export type SiteLink = z.output<typeof link>;
