/** Every sentence of the forms that ask for a password or a code. */
export const confirmWords = {
  password: 'Your password',
  show: 'Show what is typed',
  code: 'Code',
  codeDetail: 'Six digits from your app, or a recovery code',
  appCodeDetail: 'Six digits from your app',
  missingPassword: 'Enter your password',
  missingCode: 'Enter a code',
} as const;

/** Every sentence of the second step of a sign-in. */
export const secondStepWords = {
  title: 'Enter your code',
  detail: 'Your password was right. Your account also asks for a code.',
  form: 'Second step',
  submit: 'Log in',
  lost: 'Lost both your app and your recovery codes? Please tell the people who run this site.',
  again: 'Back to the log-in',
  setUpTitle: 'Set up a second factor',
  setUpDetail:
    'This site requires a second factor of your account: besides the password, a code from an app on your phone or computer.',
  setUpNeeds:
    'You need an authenticator app, such as one that your organisation provides or a password manager.',
  setUp: 'Set up',
} as const;

/** Every sentence of the steps by which a second factor is turned on. */
export const turnOnWords = {
  scan: '1. Scan this with your app',
  picture: 'QR code with the secret for your app',
  byHand: 'Or enter this secret by hand',
  secret: 'Secret',
  copy: 'Copy',
  copied: 'Copied',
  secretDetail: 'It is shown only now. Do not share it.',
  prove: '2. Enter the code that the app shows',
  form: 'Turn on the second factor',
  submit: 'Turn on',
  cancel: 'Cancel',
  codesTitle: 'Store your recovery codes now',
  codesDetail:
    'Each of them stands in once for the app, when you do not have it at hand. They are shown only now. Keep them where you keep passwords, and not on the phone with the app.',
  codes: 'Recovery codes',
  save: 'Save as a file',
  fileName: 'recovery-codes.txt',
  stored: 'I have stored them',
} as const;

/** Every sentence of the account's own second factor. */
export const factorWords = {
  title: 'Second factor',
  detail:
    'With a second factor, a password that somebody else has found out is not enough to log in: you also enter a code from an app.',
  failed: 'Your second factor could not be loaded',
  off: 'Off: your password alone is enough to log in.',
  on: (since: string) => `On since ${since}`,
  left: (count: number) => `${count} ${count === 1 ? 'recovery code is' : 'recovery codes are'} left`,
  few: 'Make new ones before the last is used.',
  required:
    'This site requires it of your account. If you turn it off, you log in again and set up a new one.',
  byProvider: 'You log in through a service, whose own second factor counts here.',
  turnOn: 'Turn on',
  begin: 'Go on',
  beginForm: 'Begin to turn on the second factor',
  beginDetail: 'Your other sessions will end. Tokens for programs stay.',
  renew: 'New recovery codes',
  renewForm: 'Make new recovery codes',
  renewDetail: 'The old ones are void from then on.',
  renewSubmit: 'Make new codes',
  turnOff: 'Turn off',
  turnOffForm: 'Turn off the second factor',
  turnOffDetail: 'Your password alone will be enough to log in. Your other sessions will end.',
  cancel: 'Cancel',
  isOn: 'The second factor is on',
  isOff: 'The second factor is off',
} as const;
