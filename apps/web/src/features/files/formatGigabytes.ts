const gigabytes = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Bytes divided by 1e9, with two decimals: `31,250.00`. */
export const formatGigabytes = (bytes: number): string => gigabytes.format(bytes / 1e9);
