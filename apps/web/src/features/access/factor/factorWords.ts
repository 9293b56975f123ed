import type { FactorWay } from '@atrium/contract/wire/secondFactor';

/** Every sentence of the forms that ask for a name, a password or a code. */
export const confirmWords = {
  name: 'Name of the passkey',
  nameDetail: 'Such as the name of the device',
  password: 'Your password',
  show: 'Show what is typed',
  code: 'Code',
  codeDetail: 'Six digits from your app, or a recovery code',
  appCodeDetail: 'Six digits from your app',
  recoveryCodeDetail: 'One of your recovery codes',
  missingName: 'Enter a name',
  missingPassword: 'Enter your password',
  missingCode: 'Enter a code',
  usePasskey: 'Use a passkey',
} as const;

/** Every sentence about what the browser does with a passkey. */
export const passkeyWords = {
  known: 'This device or key has a passkey for your account already.',
  cancelled: 'No passkey was used: it was cancelled, took too long, or there is none on this device.',
  failed: 'The browser could not use a passkey here.',
} as const;

/** Every sentence of the second step of a sign-in. */
export const secondStepWords = {
  title: (ways: readonly FactorWay[]) => (ways.includes('passkey') ? 'Use your passkey' : 'Enter your code'),
  detail: 'Your password was right. Your account also asks for a second factor.',
  form: 'Second step',
  submit: 'Log in',
  orCode: 'or enter a code',
  noPasskeys: 'This browser cannot use your passkey. Enter a code, or use another browser.',
  lost: 'Lost your second factor and your recovery codes? Please tell the people who run this site.',
  again: 'Back to the log-in',
  setUpTitle: 'Set up a second factor',
  setUpDetail: 'This site requires a second factor of your account, besides the password.',
  setUpNeeds:
    'You need an authenticator app on your phone or computer, such as one that your organisation provides or a password manager. It makes a code for each log-in.',
  setUpChoice:
    'Either a passkey, which is your device, password manager or security key and works on this site only. Or an authenticator app, which makes a code for each log-in.',
  setUp: 'Set up',
  setUpApp: 'Set up an app',
  setUpPasskey: 'Set up a passkey',
} as const;

/** Every sentence of the steps by which a second factor is turned on. */
export const turnOnWords = {
  scan: '1. Scan this with your app',
  picture: 'QR code with the secret for your app',
  byHand: 'Or enter this secret by hand',
  copy: 'Copy',
  copied: 'Copied',
  secretDetail: 'It is shown only now. Do not share it.',
  prove: '2. Enter the code that the app shows',
  form: 'Turn on the second factor',
  submit: 'Turn on',
  passkeyForm: 'Make a passkey',
  passkeyDetail: 'Your browser then asks for your finger, face or PIN.',
  passkeySubmit: 'Make the passkey',
  codesTitle: 'Store your recovery codes now',
  codesDetail:
    'Each of them stands in once for the app or passkey, when you do not have it at hand. They are shown only now. Keep them where you keep passwords, and not on the phone with the app.',
  codes: 'Recovery codes',
  save: 'Save as a file',
  fileName: 'recovery-codes.txt',
  stored: 'I have stored them',
} as const;

/** Every sentence of the account's own second factor. */
export const factorWords = {
  title: 'Second factor',
  detail:
    'With a second factor, a password that somebody else has found out is not enough to log in: you also enter a code from an app, or use a passkey.',
  failed: 'Your second factor could not be loaded',
  off: 'Off: your password alone is enough to log in.',
  on: (since: string) => `On since ${since}`,
  left: (count: number) => `${count} ${count === 1 ? 'recovery code is' : 'recovery codes are'} left`,
  few: 'Make new ones before the last is used.',
  required:
    'This site requires it of your account. If you turn it off, you log in again and set up a new one.',
  byProvider: 'You log in through a service, whose own second factor counts here.',
  turnOn: 'Turn on',
  turnOnApp: 'Turn on with an app',
  turnOnPasskey: 'Turn on with a passkey',
  noBrowser: 'This browser cannot make passkeys.',
  begin: 'Go on',
  cancel: 'Cancel',
  isOn: 'The second factor is on',
  isOff: 'The second factor is off',
  parts: 'What you log in with, besides the password',
  app: 'Authenticator app',
  appDetail: 'It makes a code for each log-in.',
  made: 'Added',
  lastUsed: 'Last used',
  never: 'never',
  addApp: 'Add an app',
  addPasskey: 'Add a passkey',
  remove: 'Remove',
  removeName: (name: string) => `Remove ${name}`,
  appAdded: 'The app was added',
  passkeyAdded: 'The passkey was added',
  removed: 'Removed',
  renew: 'New recovery codes',
  renewSubmit: 'Make new codes',
  turnOff: 'Turn off',
} as const;

/** The titles and texts of the forms of the account's second factor. */
export const factorForms = {
  begin: {
    label: 'Begin to turn on the second factor',
    detail: 'When the second factor is turned on, your other sessions end. Tokens for programs stay.',
  },
  beginPasskey: {
    label: 'Make a passkey',
    detail: 'Your browser then asks for your finger, face or PIN. Give the passkey a name of your own.',
  },
  renew: { label: 'Make new recovery codes', detail: 'The old ones are void from then on.' },
  turnOff: {
    label: 'Turn off the second factor',
    detail:
      'Your app and your passkeys are forgotten, and your password alone will be enough to log in. Your other sessions will end.',
  },
  remove: {
    label: (name: string) => `Remove ${name}`,
    detail: (name: string) => `You can no longer log in with “${name}”. Your other sessions will end.`,
  },
} as const;
