/** The tabs of the account, in their order. */
export const accountTabs = ['profile', 'password', 'sessions', 'tokens', 'activity'] as const;
export type AccountTab = (typeof accountTabs)[number];

export const tabNames: Readonly<Record<AccountTab, string>> = {
  profile: 'Profile',
  password: 'Password',
  sessions: 'Sessions',
  tokens: 'API tokens',
  activity: 'Activity',
};

/** The tabs that an account has: the password is for those who have one here. */
export const tabsOf = (hasPassword: boolean): readonly AccountTab[] =>
  accountTabs.filter((tab) => hasPassword || tab !== 'password');
