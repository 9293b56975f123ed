/** The calls of the page to the browser, and the reaction of the browser to the next one. */
export interface FakeAuthenticator {
  /** The options of each call, in order; bytes as text. */
  readonly requests: { readonly kind: 'make' | 'show'; readonly challenge: string }[];
  /** Has the next call fail as browsers fail. */
  refuse(name: 'NotAllowedError' | 'InvalidStateError' | 'UnknownError'): void;
  remove(): void;
}

const bytes = (text: string): ArrayBuffer => {
  const { buffer } = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  return buffer;
};

/** Gives the browser an authenticator, whose answers are names of what they stand for. */
export function installAuthenticator(): FakeAuthenticator {
  const requests: FakeAuthenticator['requests'] = [];
  let refusal: string | null = null;
  const answer = (kind: 'make' | 'show', challenge: BufferSource | undefined) => {
    if (!(challenge instanceof ArrayBuffer)) throw new TypeError('The challenge must be bytes.');
    requests.push({ kind, challenge: new TextDecoder().decode(challenge) });
    if (refusal !== null) throw new DOMException('in the words of the browser', refusal);
    const response =
      kind === 'make'
        ? {
            clientDataJSON: bytes('data'),
            attestationObject: bytes('key'),
            getTransports: () => ['internal'],
          }
        : { clientDataJSON: bytes('data'), authenticatorData: bytes('flags'), signature: bytes('signed') };
    const head = { id: 'aWQ', rawId: bytes('id'), type: 'public-key', authenticatorAttachment: 'platform' };
    return { ...head, response, getClientExtensionResults: () => ({}) };
  };
  const credentials = {
    create: async (options: CredentialCreationOptions) => answer('make', options.publicKey?.challenge),
    get: async (options: CredentialRequestOptions) => answer('show', options.publicKey?.challenge),
  };
  Object.defineProperty(globalThis, 'PublicKeyCredential', { value: class {}, configurable: true });
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
  return {
    requests,
    refuse: (name) => {
      refusal = name;
    },
    remove: () => {
      Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
      Reflect.deleteProperty(navigator, 'credentials');
    },
  };
}
