import { adminAccounts } from './adminAccounts.ts';
import { adminData } from './adminData.ts';
import { adminGroups } from './adminGroups.ts';
import { adminReports } from './adminReports.ts';

/** The calls of the staff rooms, room by room; a new room is one line here. */
export const admin = {
  accounts: adminAccounts,
  data: adminData,
  groups: adminGroups,
  reports: adminReports,
};
