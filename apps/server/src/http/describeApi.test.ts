import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import type { Endpoint } from '@atrium/contract/endpoints/endpoint';
import { tableEndpoints } from '@atrium/contract/endpoints/table';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openPaperPortal } from '../testing/paperPortal.ts';
import { openApiDocument } from './describeApi.ts';

const title = { version: '1.2.3', sessionCookie: 'atrium_session' };
const all: readonly Endpoint[] = [
  accessEndpoints,
  catalogueEndpoints,
  cohortEndpoints,
  tableEndpoints,
].flatMap((group): readonly Endpoint[] => Object.values(group));

describe('the OpenAPI document', () => {
  it('of the whole contract is valid OpenAPI 3.1', async () => {
    const document = openApiDocument(all, title);
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect([valid, validator.version]).toEqual([true, '3.1']);
  });

  it('names every endpoint once, and has no dangling reference', () => {
    const document = openApiDocument(all, title);
    const operations = Object.values(
      z.record(z.string(), z.record(z.string(), z.unknown())).parse(document['paths']),
    );
    expect(operations.flatMap((path) => Object.keys(path))).toHaveLength(all.length);
    for (const [, name] of JSON.stringify(document).matchAll(/"\$ref":"#\/components\/([^"]+)"/g))
      expect(document).toHaveProperty(['components', ...(name ?? '').split('/')]);
    expect(JSON.stringify(document)).not.toContain('$defs');
  });

  it('has the spellings of the wire, not those of the code', () => {
    const text = JSON.stringify(openApiDocument(all, title));
    expect(text).toContain('"cohort_def"');
    expect(text).not.toContain('"criteriaSets"');
  });

  it('is served to everyone and describes the registered endpoints', async () => {
    const portal = await openPaperPortal();
    const reply = await portal.inject({ url: '/api/v2/openapi.json' });
    await portal.close();
    expect(reply.statusCode).toBe(200);
    expect(Object.keys(reply.json().paths)).toEqual([
      '/api/v2/open',
      '/pcgc/notes/clear',
      '/api/v2/{dataset}/note',
      '/api/v2/{dataset}/notes',
      '/api/v2/{dataset}/notes/{number}/refresh',
      '/api/v2/{dataset}/download',
      '/api/v2/{dataset}/stream',
    ]);
    expect(reply.json().paths['/api/v2/{dataset}/notes'].post).toMatchObject({
      operationId: 'post_dataset_notes',
      tags: ['notes'],
      requestBody: { content: { 'application/json': { schema: { required: ['note'] } } } },
      responses: {
        '200': {
          content: { 'application/json': { schema: { properties: { note_text: { type: 'string' } } } } },
        },
        '401': { $ref: '#/components/responses/E401' },
      },
    });
  });
});
