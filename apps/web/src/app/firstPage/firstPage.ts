import type { SiteConfiguration } from '@atrium/contract/documents/siteConfiguration';
import { report } from '../../lib/matomo.ts';

/** The files of the client, which the build writes into index.html. */
export interface ClientFiles {
  readonly script: string;
  readonly styles: readonly string[];
  /** The type face, as far as every page needs it. */
  readonly fonts: readonly string[];
}

const root = document.documentElement;

/**
 * Starts the client, unless a stranger is at the home page: what they read and press is in index.html already, and they
 * get the client with the next page (rule 14.61). The build writes this program into
 * index.html, so it imports nothing large.
 */
export async function openFirstPage(
  files: ClientFiles,
  address: Pick<Location, 'pathname' | 'search'>,
): Promise<void> {
  const site = parseSite();
  if (site === null) return startClient(files);
  showSite(site);
  if (expectsClient(address)) return startClient(files);
  showWelcome(site);
  if (await mayBeSignedIn(site)) return startClient(files);
  if (site.analytics !== null) report(site.analytics, {});
  whenAtRest(() => fetchAhead(files));
}

/** The server has checked what it wrote into the page; null where no portal has served it. */
function parseSite(): SiteConfiguration | null {
  try {
    return JSON.parse(document.querySelector<HTMLMetaElement>('meta[name="site"]')?.content ?? '');
  } catch {
    return null;
  }
}

/** Another page than the plain home page, or somebody who was signed in at this browser or in this tab. */
function expectsClient({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  if (pathname !== '/' || search !== '') return true;
  try {
    return localStorage.getItem('atrium-session') !== null || sessionStorage.getItem('atrium-visit') !== null;
  } catch {
    return false;
  }
}

const find = (selector: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`.boot ${selector}`);

function reveal(selector: string): void {
  find(selector)?.removeAttribute('hidden');
}

/** Colours, logo and size of the header: also seen, for a moment, by those who get the client at once. */
function showSite({ tokens, header, logo, title }: SiteConfiguration): void {
  const isDark = root.getAttribute('data-mantine-color-scheme') === 'dark';
  const own = isDark ? tokens.dark : tokens.light;
  const { canvas, surface, line, text, textQuiet: quiet, brand, focus, danger, accent: light } = own;
  const named = { canvas, surface, line, text, quiet, brand, arch: brand, focus, danger, light };
  for (const [name, value] of Object.entries({ ...named, accent: own.accentInk, hover: own.surfaceHover }))
    if (value === undefined) root.style.removeProperty(`--boot-${name}`);
    else root.style.setProperty(`--boot-${name}`, value);
  root.style.setProperty('--boot-title', header.titleSize);
  if (logo === null) return;
  const picture = find('header > a img');
  if (!(picture instanceof HTMLImageElement)) return;
  picture.src = isDark ? (logo.dark ?? logo.light) : logo.light;
  picture.alt = title;
  picture.className = 'logo';
  picture.removeAttribute('width');
  picture.height = 40;
  find('header > a span')?.remove();
}

function showWelcome(site: SiteConfiguration): void {
  const { texts, header, footer, credits, navigation, title } = site;
  document.title = [...new Set(['Home', title])].join(' · ');
  const [heading, intro, banner] = [find('h1'), find('.intro'), find('.banner')];
  if (heading !== null) heading.textContent = texts.welcomeTitle;
  const own = document.querySelector<HTMLTemplateElement>('#welcome-text');
  if (texts.welcome !== '' && own !== null) intro?.replaceChildren(own.content.cloneNode(true));
  if (header.banner !== '' && banner !== null) {
    banner.textContent = header.banner;
    reveal('.banner');
  }
  for (const bar of document.querySelectorAll('.boot nav')) {
    for (const { label, href, path } of navigation.general.filter(({ isPublic }) => isPublic))
      bar.append(linkTo(label, href ?? `/${path}`));
    if (bar.childElementCount === 0) bar.remove();
  }
  const lines = [`© ${new Date().getFullYear()} ${title}`];
  lines.push(footer.product, footer.funding, footer.developer, ...credits);
  for (const line of new Set(lines.map((one) => one.trim()).filter(Boolean))) {
    const part = document.createElement('span');
    part.textContent = line;
    find('footer')?.append(part);
  }
  letSchemeChange(site);
  for (const part of ['main', 'footer', '.tools']) reveal(part);
}

function linkTo(label: string, href: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.textContent = label;
  link.href = href;
  if (!href.startsWith('/')) link.rel = 'noreferrer';
  return link;
}

/** The button for the light and the dark theme; the client finds the choice where it keeps its own. */
function letSchemeChange(site: SiteConfiguration): void {
  const button = find('.tools button');
  const isDark = (): boolean => root.getAttribute('data-mantine-color-scheme') === 'dark';
  const name = (): void => {
    const label = isDark() ? 'Use the light theme' : 'Use the dark theme';
    button?.setAttribute('aria-label', label);
    button?.setAttribute('title', label);
  };
  const show = (scheme: 'light' | 'dark'): void => {
    root.setAttribute('data-mantine-color-scheme', scheme);
    name();
    showSite(site);
  };
  name();
  button?.addEventListener('click', () => {
    const chosen = isDark() ? 'light' : 'dark';
    keepScheme(chosen);
    show(chosen);
  });
  // Without a choice the page follows the theme of the machine, also when that changes.
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
    const kept = keptScheme();
    if (kept !== 'light' && kept !== 'dark') show(matches ? 'dark' : 'light');
  });
}

const schemeKey = 'mantine-color-scheme-value';

function keepScheme(scheme: 'light' | 'dark'): void {
  try {
    localStorage.setItem(schemeKey, scheme);
  } catch {
    // Then the choice is for this page only.
  }
}

function keptScheme(): string | null {
  try {
    return localStorage.getItem(schemeKey);
  } catch {
    return null;
  }
}

/**
 * Whether the server knows a session that this browser has no note of, as after a sign-in at a provider. The client
 * says so where the server cannot be asked, and looks for it.
 */
async function mayBeSignedIn({ apiBase }: SiteConfiguration): Promise<boolean> {
  try {
    const reply = await fetch(`${apiBase}/api/v2/auth/`, { credentials: 'include' });
    if (!reply.ok) return reply.status !== 401;
    const session: { readonly user?: object | null } = await reply.json();
    return session.user !== undefined && session.user !== null;
  } catch {
    return true;
  }
}

/** The page is painted without the client's style, but the client is not. */
function startClient({ script, styles, fonts }: ClientFiles): void {
  const ahead = element('link', { rel: 'modulepreload', href: script });
  for (const href of fonts) document.head.append(element('link', { rel: 'preload', href, ...asFont }));
  const sheets = styles.map(
    (href) =>
      new Promise((resolve) => {
        const sheet = element('link', { rel: 'stylesheet', href });
        sheet.addEventListener('load', resolve);
        sheet.addEventListener('error', resolve);
        document.head.append(sheet);
      }),
  );
  document.head.append(ahead);
  void Promise.all(sheets).then(() =>
    document.head.append(element('script', { type: 'module', src: script })),
  );
}

/** Has the browser load the client for the next page, when it has nothing else to do. */
function fetchAhead({ script, styles, fonts }: ClientFiles): void {
  for (const href of [script, ...styles]) document.head.append(element('link', { rel: 'prefetch', href }));
  for (const href of fonts) document.head.append(element('link', { rel: 'prefetch', href, ...asFont }));
}

/** Fonts are always fetched without credentials. */
const asFont = { as: 'font', type: 'font/woff2', crossorigin: '' };

function whenAtRest(act: () => void): void {
  const rest = (): void => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(act, { timeout: 5_000 });
    else setTimeout(act, 1000);
  };
  if (document.readyState === 'complete') rest();
  else window.addEventListener('load', rest, { once: true });
}

function element<Name extends 'link' | 'script'>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
