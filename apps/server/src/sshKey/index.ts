export { registerSshKeys } from './routes.ts';
