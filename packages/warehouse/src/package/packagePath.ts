/** Why a path in a descriptor may not be followed, or null: it must stay inside the package (Data Package 2, "path"). */
export function pathObjection(path: string): string | null {
  if (path === '') return 'is empty';
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(path)) return 'is not a path inside the package';
  if (path.startsWith('/') || path.startsWith('~') || path.includes('\\')) {
    return 'is not a path inside the package';
  }
  if (path.split('/').includes('..')) return 'leads out of the package';
  if (path.includes('\0')) return 'is not a path inside the package';
  return null;
}

/** `./a//b` and `a/b` are one file. */
export const plainPath = (path: string): string =>
  path
    .split('/')
    .filter((step) => step !== '' && step !== '.')
    .join('/');
