import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import '../api/client.ts';

const root = path.resolve(import.meta.dirname, '..');

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^testing/.test(name))
  .map((name) => ({ name, text: readFileSync(path.join(root, name), 'utf8') }));

/** Where the message of an error may be looked at. */
const mayLook = new Set([
  // The one sentence that is shown of an error.
  'api/apiError.ts',
  // Shown while the portal is developed.
  'ui/ErrorPage.tsx',
  // The transfer client of another maker has messages for people.
  'features/files/transfer/asperaClient.ts',
  // Makes an error of what is none; describeError shows neither.
  'features/access/session/useSessionWatch.ts',
  // What a schema says is in words, see below.
  'api/client.ts',
  'features/admin/data/recordDraft.ts',
  'features/site/SupportForm.tsx',
]);

it('what a person reads of an error comes from describeError, in every form and screen (rule 16.9)', () => {
  const looks =
    /\b(?:error|cause|failure|exception|reason)\??\.(?:message|stack|issues)\b|String\((?:error|cause|failure)\)/i;
  const found = sources.filter(({ name, text }) => !mayLook.has(name) && looks.test(text));
  expect(found.map(({ name }) => name)).toEqual([]);
});

/** A form shows the sentence of a refusal itself, or the errors of an edit in its fields and beside them. */
const showsRefusals = (text: string): boolean =>
  /\bdescribeError\(|<(?:FailedAlert|LoadFailed|WhyRefused)\b/.test(text) ||
  /errors=\{errors\.rest\}/.test(text);

it('every form shows why it was refused (rule 16.9)', () => {
  const forms = sources.filter(({ text }) => /<form\b|component="form"/.test(text));
  expect(forms.length).toBeGreaterThan(10);
  expect(forms.filter(({ text }) => !showsRefusals(text)).map(({ name }) => name)).toEqual([]);
});

it.each([
  [z.string().max(3), 'long', 'must have at most 3 characters'],
  [z.string().min(1), '', 'must not be empty'],
  [z.email(), 'nobody', 'must be an e-mail address'],
  [z.int(), 'x', 'must be a number'],
])('a form that judges before it sends says what is wrong in words: %#', (schema, given, expected) => {
  expect(schema.safeParse(given).error?.issues.map(({ message }) => message)).toEqual([expected]);
});
