/**
 * A measure of an echocardiogram. A size has a mean that grows with the square root of body surface; the others
 * have a fixed mean. `deviation` is absolute, or for a size the share of its mean.
 */
export interface EchoMeasure {
  readonly name: string;
  readonly grows: boolean;
  readonly mean: number;
  readonly deviation: number;
  readonly low: number;
  readonly high: number;
  /** Share of studies that report the measure. */
  readonly share: number;
}

export const echoMeasures = [
  { name: 'LV ejection fraction (%)', grows: false, mean: 62, deviation: 6, low: 12, high: 82, share: 0.85 },
  { name: 'LV shortening fraction (%)', grows: false, mean: 35, deviation: 4, low: 6, high: 52, share: 0.6 },
  {
    name: 'LV end-diastolic dimension (mm)',
    grows: true,
    mean: 37.5,
    deviation: 0.1,
    low: 1,
    high: 90,
    share: 0.8,
  },
  { name: 'Mitral annulus (mm)', grows: true, mean: 21.5, deviation: 0.1, low: 1, high: 90, share: 0.55 },
  { name: 'Tricuspid annulus (mm)', grows: true, mean: 23, deviation: 0.1, low: 1, high: 90, share: 0.5 },
  { name: 'Aortic annulus (mm)', grows: true, mean: 16.5, deviation: 0.1, low: 1, high: 90, share: 0.7 },
  { name: 'Aortic root (mm)', grows: true, mean: 22.5, deviation: 0.1, low: 1, high: 90, share: 0.7 },
  { name: 'Pulmonary annulus (mm)', grows: true, mean: 18.5, deviation: 0.1, low: 1, high: 90, share: 0.55 },
  { name: 'Aortic isthmus (mm)', grows: true, mean: 12, deviation: 0.1, low: 1, high: 90, share: 0.35 },
  {
    name: 'RV systolic pressure (mmHg)',
    grows: false,
    mean: 28,
    deviation: 6,
    low: 12,
    high: 150,
    share: 0.5,
  },
  { name: 'Peak aortic gradient (mmHg)', grows: false, mean: 7, deviation: 3, low: 1, high: 130, share: 0.5 },
  {
    name: 'Peak pulmonary gradient (mmHg)',
    grows: false,
    mean: 8,
    deviation: 3,
    low: 1,
    high: 130,
    share: 0.5,
  },
  { name: 'TAPSE (mm)', grows: false, mean: 17, deviation: 3.5, low: 4, high: 32, share: 0.4 },
] as const satisfies readonly EchoMeasure[];
