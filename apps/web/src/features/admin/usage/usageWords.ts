/** Every sentence of the user report. */
export const words = {
  figure: 'Picture of',
  figures: {
    queries: 'Queries',
    exports: 'Exports',
    exportedRows: 'Exported rows',
    downloads: 'Downloads',
    signIns: 'Sign-ins',
    accounts: 'Accounts in use',
  },
  month: 'Month',
  never: 'Never',
  byMonth: 'By month',
  noMonths: 'Nothing was done in these months',
  failed: 'The picture could not be loaded',
  saveMonths: 'By account, dataset and month (CSV)',
  picture: (figure: string, first: string, last: string) => `${figure} from ${first} to ${last}`,
} as const;
