import { setNonce } from 'get-nonce';

/** The nonce of this page's content security policy, written into index.html by the server. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

setNonce(nonce);
