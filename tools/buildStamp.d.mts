export function stampOf(root: string): string;
