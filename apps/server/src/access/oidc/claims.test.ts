import { describe, expect, it } from 'vitest';
import { type ProviderSettings, signInFile } from '../../config/signInSettings.ts';
import { mapClaims, missesClaim } from './claims.ts';

describe('claims', () => {
  it('are found by their usual names, or by configured ones', () => {
    const claims = { preferred_username: 'ada', name: ' Ada Byron ', email: 'ada@example.org', uid: 'ab12' };
    expect(mapClaims(provider(), claims)).toEqual({
      username: 'ada',
      fullName: 'Ada Byron',
      email: 'ada@example.org',
      isStaff: undefined,
    });
    expect(mapClaims(provider({ claims: { username: 'uid' } }), claims).username).toBe('ab12');
  });

  it.each([[{ name: 7 }], [{ name: '' }], [{ name: null }], [{ name: ['Ada'] }], [{}]])(
    'that are no text say nothing: %j',
    (claims) => {
      expect(mapClaims(provider(), claims).fullName).toBeUndefined();
    },
  );

  it.each([
    ['a list that has the value', { groups: ['all', 'staff'] }, true],
    ['the value itself', { groups: 'staff' }, true],
    ['a longer word', { groups: ['staffroom'] }, false],
    ['another case', { groups: ['Staff'] }, false],
    ['an object of that name', { groups: { staff: true } }, false],
    ['nothing', {}, false],
  ])('make staff by %s', (_what, claims, isStaff) => {
    expect(mapClaims(provider({ staff: { claim: 'groups', value: 'staff' } }), claims).isStaff).toBe(isStaff);
  });

  it('may lie in an object, be named by an address, or be true', () => {
    const nested = provider({ staff: { claim: 'realm_access.roles', value: 'staff' } });
    expect(mapClaims(nested, { realm_access: { roles: ['staff'] } }).isStaff).toBe(true);
    const named = provider({ staff: { claim: 'https://example.org/is.staff', value: 'true' } });
    expect(mapClaims(named, { 'https://example.org/is.staff': true }).isStaff).toBe(true);
    expect(mapClaims(provider({ claims: { username: '__proto__.name' } }), {}).username).toBeUndefined();
  });

  it('are loaded from the user info endpoint where a mapped one is absent', () => {
    const all = { preferred_username: 'ada', name: 'Ada', email: 'a@example.org' };
    expect(missesClaim(provider(), all)).toBe(false);
    expect(missesClaim(provider(), { ...all, email: undefined })).toBe(true);
    expect(missesClaim(provider({ staff: { claim: 'groups', value: 'staff' } }), all)).toBe(true);
  });
});

const provider = (given: Record<string, unknown> = {}): ProviderSettings => {
  const known = {
    id: 'university',
    label: 'University',
    issuer: 'https://login.example',
    clientId: 'atrium',
  };
  const [settings] = signInFile.parse({ providers: [{ ...known, ...given }] }).providers;
  if (settings === undefined) throw new Error('No provider.');
  return { ...settings, clientSecret: null };
};
