export function buildKernel(): Promise<void>;
