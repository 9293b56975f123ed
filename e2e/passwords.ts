/** The password of the accounts of the demo where a portal has made them. */
export const firstPassword = 'atrium-demo';

/** Their password in the data of the browser tests; a portal with a public address takes it, too. */
export const publicPassword = 'quiet orchard gate 72';
