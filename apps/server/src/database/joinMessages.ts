import type { PGlite } from '@electric-sql/pglite';

/**
 * PGlite for the client that speaks to it message by message: parse, bind, describe and execute go to it together with
 * the sync that ends the statement. Each call of PGlite costs as much as a small statement.
 */
export function joinMessages(pglite: PGlite): PGlite {
  let held: Uint8Array[] = [];
  const send: PGlite['execProtocolStream'] = async (message, options) => {
    held.push(message);
    if (waitsForMore(message)) return [];
    const all = held;
    held = [];
    return pglite.execProtocolStream(joined(all), options);
  };
  return new Proxy(pglite, {
    get: (target, name) => (name === 'execProtocolStream' ? send : Reflect.get(target, name)),
  });
}

/** The messages of a statement before its sync: parse, bind, describe, execute, and close. */
const partsOfStatement: ReadonlySet<number> = new Set([...'PBDEC'].map((sign) => sign.charCodeAt(0)));

const waitsForMore = ([kind]: Uint8Array): boolean => kind !== undefined && partsOfStatement.has(kind);

const joined = (messages: readonly Uint8Array[]): Uint8Array => {
  const [only] = messages;
  return messages.length === 1 && only !== undefined ? only : Buffer.concat(messages);
};
