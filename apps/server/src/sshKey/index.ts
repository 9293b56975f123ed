export { registerSshKeys } from './sshKeyRoutes.ts';
