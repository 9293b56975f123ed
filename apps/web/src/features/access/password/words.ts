/** The shortest password that the portal takes; the server decides again. */
export const shortestPassword = 12;

/** Every sentence of the change of the password. */
export const passwordWords = {
  title: 'Password',
  detail: 'Changing it ends all other sessions; this one goes on. Tokens for programs are not touched.',
  rules: [
    `At least ${shortestPassword} characters; a few words that do not belong together are easy to keep in mind.`,
    'Not one that is used by many, such as a run of keys or a repeated letter.',
    'Not your own name, your e-mail address or the name of this site with a few signs around it.',
    'No mixture of signs is asked for, and it never expires.',
  ],
  username: 'User name',
  current: 'Current password',
  next: 'New password',
  again: 'New password once more',
  show: 'Show what is typed',
  submit: 'Change password',
  missingCurrent: 'Enter your current password',
  tooShort: (length: number) =>
    `At least ${shortestPassword} characters; this one has ${length === 1 ? 'one' : length}`,
  differs: 'The two do not match',
  done: 'Your password is changed',
  doneDetail: 'All other sessions have ended.',
} as const;
