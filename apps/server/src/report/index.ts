export { type EndangeredReport, findEndangered } from './endangeredReports.ts';
export { releasesOfReports } from './releases.ts';
export { registerReport } from './routes.ts';
