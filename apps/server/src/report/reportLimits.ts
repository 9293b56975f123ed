// How much one account may store as reports (rule 12.22). Far more than anybody needs, and little enough for a disk.

/** Reports of one account in one dataset. */
export const maxReports = 1000;

/** Versions of one report. */
export const maxVersions = 500;

/** Projects that one account has made in one dataset. */
export const maxProjects = 1000;
