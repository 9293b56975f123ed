import classes from './Arches.module.css';

const radii = [40, 76, 112, 148, 184, 220, 256];

/** The brand's arches, large and faint behind a headline, as decoration. */
export function Arches() {
  return (
    <svg className={classes.arches} viewBox="0 0 560 300" aria-hidden="true" focusable="false">
      {radii.map((radius) => (
        <path
          key={radius}
          d={`M${280 - radius} 320V${280}a${radius} ${radius} 0 0 1 ${radius * 2} 0V320`}
          fill="none"
        />
      ))}
      <circle cx="280" cy="272" r="9" />
    </svg>
  );
}
