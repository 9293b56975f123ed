import { z } from 'zod';

/**
 * GA4GH Data Repository Service 1.5, as its standard spells it; only what a portal of single files needs. It adds to 1.4, so
 * clients of 1.4 read it, too.
 */
export const drsVersion = '1.5.0';

/** At most so many objects in one bulk call. */
export const maxDrsObjects = 1000;

const checksum = z.object({ checksum: z.string(), type: z.enum(['sha-256', 'md5']) });

export const drsAuthorizations = z.object({
  drs_object_id: z.string(),
  supported_types: z.array(z.enum(['None', 'BasicAuth', 'BearerAuth', 'PassportAuth'])),
});
export type DrsAuthorizations = z.infer<typeof drsAuthorizations>;

export const drsObject = z.object({
  id: z.string(),
  name: z.string().regex(/^[A-Za-z0-9._-]+$/),
  self_uri: z.string().startsWith('drs://'),
  size: z.int(),
  created_time: z.iso.datetime(),
  updated_time: z.iso.datetime(),
  version: z.string(),
  mime_type: z.string(),
  checksums: z.array(checksum).min(1),
  access_methods: z
    .array(
      z.object({
        type: z.literal('https'),
        access_id: z.string(),
        available: z.boolean().optional(),
        authorizations: drsAuthorizations,
      }),
    )
    .min(1),
  description: z.string(),
  aliases: z.array(z.string()),
});
export type DrsObject = z.infer<typeof drsObject>;

export const drsAccessUrl = z.object({ url: z.url() });

const bulk = {
  summary: z.object({ requested: z.int(), resolved: z.int(), unresolved: z.int() }),
  unresolved_drs_objects: z.array(z.object({ error_code: z.int(), object_ids: z.array(z.string()) })),
};
export const drsObjects = z.object({ ...bulk, resolved_drs_object: z.array(drsObject) });
export const drsBulkAuthorizations = z.object({ ...bulk, resolved_drs_object: z.array(drsAuthorizations) });
export const drsAccessUrls = z.object({
  ...bulk,
  resolved_drs_object_access_urls: z.array(
    z.object({ drs_object_id: z.string(), drs_access_id: z.string(), url: z.url() }),
  ),
});

export const drsServiceInfo = z.object({
  id: z.string(),
  name: z.string(),
  type: z.object({ group: z.literal('org.ga4gh'), artifact: z.literal('drs'), version: z.string() }),
  description: z.string(),
  organization: z.object({ name: z.string(), url: z.url() }),
  version: z.string(),
  /** Where clients of 1.4 look; it goes in 2.0. */
  maxBulkRequestLength: z.int(),
  /** How many objects there are, and of what size, is not said: it would count files of datasets that are not open to all. */
  drs: z.object({ maxBulkRequestLength: z.int() }),
});

const objectId = z.string().max(2000);

/** Passports are accepted and ignored: only the caller's token counts. */
const passports = { passports: z.array(z.string()).nullish() };
export const drsBulkObjects = z.object({ ...passports, bulk_object_ids: z.array(objectId).min(1) });
export const drsBulkAccess = z.object({
  ...passports,
  bulk_object_access_ids: z
    .array(z.object({ bulk_object_id: objectId, bulk_access_ids: z.array(z.string().max(100)).min(1) }))
    .min(1),
});

export const drsError = z.object({ msg: z.string(), status_code: z.int() });
