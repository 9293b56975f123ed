export { type EndangeredReport, findEndangered } from './endangeredReports.ts';
export { judgeOnArrival, type UnmetReport } from './judgements.ts';
export { cohortOfReport } from './openReport.ts';
export { releasesOfReports } from './releases.ts';
export { registerReport } from './reportRoutes.ts';
export { setFlag } from './reportStore.ts';
export { countedNow, saveNew } from './saveReport.ts';
export {
  deleteReportAsStaff,
  giveReport,
  listReportsForStaff,
  listTakers,
  type StaffReport,
} from './staffReports.ts';
export { reportContentWire } from './versions.ts';
