export type { PermissionGroup, Standing } from './permissionGroup.ts';
export { type Permitted, permit } from './permit.ts';
export { type Sight, sightKey, sightOfEverything } from './sight.ts';
