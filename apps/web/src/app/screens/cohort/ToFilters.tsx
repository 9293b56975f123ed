import { LinkButton } from '../../../ui/LinkButton.tsx';

/** The way from an empty screen to what may be changed about it. */
export function ToFilters({ dataset }: { readonly dataset: string }) {
  return (
    <LinkButton to="/$dataset/query" params={{ dataset }} variant="default">
      Change the filters
    </LinkButton>
  );
}
