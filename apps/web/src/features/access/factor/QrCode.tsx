import encodeQR from 'qr';
import classes from './QrCode.module.css';

export interface QrCodeProps {
  readonly text: string;
  /** The accessible name. */
  readonly label: string;
}

/** The modules around the code that stay light, so that cameras find it. */
const border = 4;

/** A text as a QR code, drawn here: dark on light in every colour scheme, as cameras need it. */
export function QrCode({ text, label }: QrCodeProps) {
  const rows = encodeQR(text, 'raw', { border });
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect className={classes.light} width="100%" height="100%" />
      <path className={classes.dark} d={dark.join('')} />
    </svg>
  );
}
