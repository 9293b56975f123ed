/**
 * A path with what is no escape spelled out, as `/news/%` is: it names nothing, and the page says so. A router cannot
 * decode it otherwise.
 */
export function readablePath(path: string): string {
  try {
    decodeURIComponent(path);
    return path;
  } catch {
    return path.replaceAll('%', '%25');
  }
}
