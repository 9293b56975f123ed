/** Every sentence of the room of accounts. */
export const words = {
  title: 'Accounts',
  detail: 'Who may sign in, what each person may see of which dataset, and until when.',
  table: 'Accounts',
  searchHint: 'Name or e-mail',
  state: 'State',
  everyState: 'Every state',
  states: { active: 'Active', invited: 'Invited', disabled: 'Disabled' },
  staff: 'Staff',
  never: 'Never',
  columns: {
    username: 'Account',
    email: 'E-mail',
    state: 'State',
    memberships: 'Datasets',
    lastUsed: 'Last seen',
  },
} as const;
