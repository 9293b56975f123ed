/** Every sentence of the room of reports. */
export const words = {
  formerMember: 'Former member',
  noAccess: 'no access now',
  give: 'Give',
  giveOf: (name: string) => `Give the report ${name} to another member`,
  giveTitle: 'Give this report to another member?',
  giveDetail: (name: string) =>
    `The new creator of “${name}” can edit, share and delete it. The earlier creator still sees it if it is public or shared with them.`,
  to: 'To',
  choose: 'Choose a member',
  given: (name: string, to: string) => `“${name}” is of ${to} now.`,
  noTakers: 'No member of this dataset can have reports.',
  delete: 'Delete',
  deleteOf: (name: string) => `Delete the report ${name}`,
  deleteTitle: 'Delete this report?',
  deleteDetail: (name: string, owner: string) =>
    `“${name}” of ${owner} is deleted with all its versions. This cannot be undone.`,
  deleted: (name: string) => `“${name}” is deleted.`,
} as const;
