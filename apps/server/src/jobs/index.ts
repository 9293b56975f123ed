export { type Jobs, openJobs } from './jobs.ts';
