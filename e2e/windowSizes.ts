export interface WindowSize {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly deviceScaleFactor?: number;
}

/** The windows in which every screen is measured. At a zoom of 200 % one of 1440 by 900 has half of the room. */
export const windowSizes = {
  '1440 px': { viewport: { width: 1440, height: 900 } },
  '1024 px': { viewport: { width: 1024, height: 768 } },
  '390 px': { viewport: { width: 390, height: 844 } },
  'zoom 200 %': { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
} as const satisfies Record<string, WindowSize>;
