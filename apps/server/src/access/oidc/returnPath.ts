const nowhere = 'http://portal.invalid';
const longest = 2000;

/** A path of this origin to go on to after signing in; the home page for anything else, as it may come from a stranger. */
export function returnPath(given: string | undefined): string {
  if (given === undefined || given.length > longest || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(given)) return '/';
  if (!URL.canParse(given, nowhere)) return '/';
  const { origin, pathname, search, hash } = new URL(given, nowhere);
  const staysHere = origin === nowhere && !pathname.startsWith('//') && !/^\/api(\/|$)/.test(pathname);
  return staysHere ? pathname + search + hash : '/';
}

/** The sign-in page, with what went wrong and where the visitor wanted to go. */
export function signInPage(problem: string, returnTo: string): string {
  const query = new URLSearchParams({ error: problem });
  if (returnTo !== '/') query.set('returnTo', returnTo);
  return `/login?${query}`;
}
