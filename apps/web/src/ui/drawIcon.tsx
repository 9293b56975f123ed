import type { ReactElement, SVGProps } from 'react';

interface IconProps extends SVGProps<SVGSVGElement> {
  /** In pixels, or with a unit; 24 if not given. */
  readonly size?: number | string;
}

export type Icon = (props: IconProps) => ReactElement;

/** An icon of 24 by 24, drawn in the colour of the text; without a name it is hidden from screen readers. */
/* @__NO_SIDE_EFFECTS__ */
export function drawIcon(path: string): Icon {
  return ({ size = 24, ...others }) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it has a name where its place gives one, and else is hidden
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden={others['aria-label'] === undefined ? true : undefined}
      {...others}
    >
      <path d={path} />
    </svg>
  );
}
