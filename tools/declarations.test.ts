import { expect, it } from 'vitest';
import { declaredEndpoints, documented } from './declarations.ts';

it('docs/api.md has the declaration of every endpoint (`npm run document` writes it)', () => {
  const { held, wanted } = documented();
  expect(declaredEndpoints().length).toBeGreaterThan(200);
  expect(held).toBe(wanted);
});

it('calls about an account, a site or an agreement take no token', () => {
  const withToken = declaredEndpoints().filter(
    ({ permission, declares }) =>
      ['session', 'staff', 'agreement'].includes(permission) && declares.scope !== 'none',
  );
  expect(withToken.map(({ path }) => path)).toEqual([]);
});

it('whatever lets files or rows out needs a token with the scope export', () => {
  const lenient = declaredEndpoints().filter(
    ({ permission, declares: { discloses, scope }, streams, path }) =>
      permission !== 'staff' &&
      (discloses === 'files' ||
        streams !== undefined ||
        (discloses === 'capability' && !path.includes('/auth/'))) &&
      scope === 'read',
  );
  expect(lenient.map(({ path }) => path)).toEqual([]);
});

it('what discloses nothing, and what everybody may read, alone leaves no line', () => {
  const open = declaredEndpoints().filter(({ permission }) => permission === 'anyone');
  const shown = open.filter(({ declares }) => !['nothing', 'openFigures'].includes(declares.discloses));
  // A signed link names an account, and a sign-in makes one known.
  expect(new Set(shown.map(({ declares }) => declares.discloses))).toEqual(new Set(['capability', 'files']));
});
