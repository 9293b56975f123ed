/** Every sentence of the SSH keys. */
export const words = {
  title: 'SSH keys',
  description:
    'Your public key lets the command-line tool of the transfer service download your files without a password.',
  toGuide: 'Read how to make a key',
  formTitle: 'Upload Aspera SSH Key',
  key: 'Public SSH key',
  keyDetail:
    'One line from your .pub file, such as id_ed25519.pub. Never the private key: that stays on your computer.',
  send: 'Send SSH key',
  sent: 'Message Sent!',
  missing: 'Paste your public key',
  isPrivate:
    'This is a private key, so it was not sent. Paste the line from the file whose name ends in .pub.',
  notPublic: 'This does not look like a public key. It begins with ssh-ed25519, ssh-rsa or ecdsa-sha2-…',
  own: 'Your keys',
  ownDetail: (most: number) => `Up to ${most} keys. Compare the fingerprint with: ssh-keygen -lf KEY.pub`,
  list: 'Your keys',
  none: 'You have no key yet.',
  listFailed: 'Your keys could not be loaded',
  tryAgain: 'Try again',
  fingerprint: 'Fingerprint',
  copyFingerprint: (name: string) => `Copy the fingerprint of ${name}`,
  copy: 'Copy',
  copied: 'Copied',
  type: 'Type',
  added: 'Added',
  lastUsed: 'Last used',
  noUseKnown: 'No use known',
  replace: 'Replace',
  replaceName: (name: string) => `Replace ${name}`,
  replaceTitle: (name: string) => `Replace “${name}”`,
  replaceDetail: 'The new key takes its place. The old one stops working at once.',
  replaceSubmit: 'Replace the key',
  replaced: 'The key was replaced',
  cancel: 'Cancel',
  delete: 'Delete',
  deleteName: (name: string) => `Delete ${name}`,
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteDetail: 'Programs that use this key can download nothing from then on.',
  keep: 'Keep it',
  deleted: 'The key was deleted',
} as const;

/** `rsa`, 4096 → `RSA, 4096 bits`. */
export const typeWords = (type: 'rsa' | 'ed25519' | 'ecdsa', bits: number): string =>
  type === 'ed25519' ? 'Ed25519' : `${type.toUpperCase()}, ${bits} bits`;
