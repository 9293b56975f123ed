import { expect, it } from 'vitest';
import { mayOpen, type ScreenPermission } from './mayOpen.ts';

const permissions: readonly ScreenPermission[] = ['member', 'subjects', 'aggregates', 'reports'];

it.each([
  { accessLevel: 'phi', canViewWorkspace: true, opens: ['member', 'subjects', 'aggregates', 'reports'] },
  { accessLevel: 'deid', canViewWorkspace: true, opens: ['member', 'subjects', 'aggregates', 'reports'] },
  { accessLevel: 'deid', canViewWorkspace: false, opens: ['member', 'reports'] },
  { accessLevel: 'agg', canViewWorkspace: true, opens: ['member', 'aggregates'] },
  { accessLevel: 'agg', canViewWorkspace: false, opens: ['member'] },
] as const)('a member at $accessLevel, workspace $canViewWorkspace, opens $opens', ({ opens, ...rights }) => {
  expect(permissions.filter((permission) => mayOpen(permission, rights))).toEqual(opens);
});
