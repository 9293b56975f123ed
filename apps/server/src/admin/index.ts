export type { AdminDeps } from './frame/deps.ts';
export { registerAdmin } from './routes.ts';
