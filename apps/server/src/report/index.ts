export { type EndangeredReport, findEndangered } from './endangeredReports.ts';
export { releasesOfReports } from './releases.ts';
export { registerReport } from './routes.ts';
export {
  deleteReportAsStaff,
  giveReport,
  listReportsForStaff,
  listTakers,
  type StaffActor,
  type StaffReport,
  type StaffReportsRequest,
} from './staffReports.ts';
