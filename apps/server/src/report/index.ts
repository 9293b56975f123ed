export { openable, pointsOf, reportsIn } from './comparisonLines.ts';
export { type EndangeredReport, findEndangered } from './endangeredReports.ts';
export { judgeOnArrival, type UnmetReport } from './judgements.ts';
export {
  type ComparisonBase,
  cohortsOfReports,
  openComparisonBase,
  type ReportVersionRef,
} from './openReport.ts';
export { mayChange, requireCreator } from './policy.ts';
export { releasesOfReports } from './releases.ts';
export { registerReport } from './reportRoutes.ts';
export { loadReport, setFlag } from './reportStore.ts';
export { requireOnLive, saveComparison } from './saveComparison.ts';
export { countedNow, saveNew } from './saveReport.ts';
export {
  deleteReportAsStaff,
  giveReport,
  listReportsForStaff,
  listTakers,
  type StaffReport,
} from './staffReports.ts';
export { loadContent, loadSaving, reportContentWire } from './versions.ts';
