export type { PermissionGroup, Standing } from './permissionGroup.ts';
export { type Permitted, permit } from './permit.ts';
export { type Visibility, visibilityKey, visibilityOfEverything } from './visibility.ts';
