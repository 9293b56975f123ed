import { useRouter } from '@tanstack/react-router';

/**
 * Tells whether a screen of a dataset is still open, or is about to open. A reply that comes late must neither lead
 * back to the screen nor keep the person from leaving it.
 */
export function useIsHere(
  screen:
    | '/$dataset/query'
    | '/$dataset/results'
    | '/$dataset/aggregate'
    | '/$dataset/reports'
    | '/$dataset/download',
  dataset: string,
): () => boolean {
  const router = useRouter();
  const { pathname } = router.buildLocation({ to: screen, params: { dataset } });
  return () => router.latestLocation.pathname === pathname;
}
