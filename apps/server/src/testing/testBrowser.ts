import type { FastifyInstance } from 'fastify';

export interface Page {
  readonly status: number;
  /** Absolute; null where the answer does not redirect. */
  readonly location: string | null;
  readonly text: string;
}

/** The parts of a browser that a sign-in through a provider needs: cookies for each origin, forms, redirects one by one. */
export interface TestBrowser {
  /** One request, no redirect followed; a form is posted. */
  open(url: string, form?: Readonly<Record<string, string>>): Promise<Page>;
  /** Signs in on the provider's pages and agrees; returns the address that leads back to the portal. */
  signInAt(authorizationUrl: string, login: string): Promise<string>;
  cookie(name: string): string | undefined;
}

const maxSteps = 12;

/** Calls the portal without a network, everything else over HTTP. */
export function createTestBrowser(app: FastifyInstance, portal: string): TestBrowser {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (origin: string): Map<string, string> => {
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };
  const keep = (origin: string, cookies: readonly string[]): void => {
    for (const cookie of cookies) {
      const [pair = '', ...attributes] = cookie.split(';');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      const isGone = attributes.some((one) => /^\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(one));
      if (isGone) jarOf(origin).delete(name);
      else jarOf(origin).set(name, value);
    }
  };
  const ask = (url: URL, headers: Record<string, string>, body: string | undefined) =>
    url.origin === portal ? askPortal(app, url, headers) : askOutside(url, headers, body);

  const open: TestBrowser['open'] = async (address, form) => {
    const url = new URL(address, portal);
    const cookie = [...jarOf(url.origin)].map((pair) => pair.join('=')).join('; ');
    const body = form === undefined ? undefined : new URLSearchParams(form).toString();
    const answer = await ask(url, { accept: 'text/html', cookie }, body);
    keep(url.origin, answer.cookies);
    const location = answer.location === null ? null : new URL(answer.location, url).href;
    return { status: answer.status, text: answer.text, location };
  };
  return {
    open,
    cookie: (name) => jarOf(portal).get(name),
    signInAt: async (authorizationUrl, login) => {
      let page = await open(authorizationUrl);
      for (let step = 0; step < maxSteps; step += 1) {
        if (page.location?.startsWith(portal)) return page.location;
        page = await (page.location === null ? submit(open, page, login) : open(page.location));
      }
      throw new Error(`The provider leads nowhere: ${page.text}`);
    },
  };
}

/** The login form, and then the one that asks to agree. */
function submit(open: TestBrowser['open'], page: Page, login: string): Promise<Page> {
  const action = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1];
  const prompt = /name="prompt" value="(\w+)"/.exec(page.text)?.[1];
  if (action === undefined || prompt === undefined) throw new Error(`No form in ${page.status} ${page.text}`);
  return open(action, prompt === 'login' ? { prompt, login, password: 'any' } : { prompt });
}

async function askPortal(app: FastifyInstance, url: URL, headers: Record<string, string>) {
  const reply = await app.inject({ url: url.pathname + url.search, headers });
  const cookies = [reply.headers['set-cookie'] ?? []].flat();
  const location = reply.headers.location ?? null;
  return { status: reply.statusCode, location, cookies, text: reply.body };
}

async function askOutside(url: URL, headers: Record<string, string>, body: string | undefined) {
  const reply = await fetch(url, {
    redirect: 'manual',
    ...(body === undefined
      ? { headers }
      : {
          method: 'POST',
          body,
          headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        }),
  });
  const location = reply.headers.get('location');
  return { status: reply.status, location, cookies: reply.headers.getSetCookie(), text: await reply.text() };
}
