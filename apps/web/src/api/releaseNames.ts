import { useQuery } from '@tanstack/react-query';
import { datasetQuery } from './session.ts';

/** The release as people know it: by its number in the dataset, not by the name that programs use (rule 10.34). */
export function releaseName(numbers: Readonly<Record<string, number>> | undefined, name: string): string {
  const number = numbers?.[name];
  return number === undefined ? name : `release ${number}`;
}

/** Names the releases of a dataset. */
export function useReleaseName(dataset: string): (name: string) => string {
  const { data } = useQuery({ ...datasetQuery(dataset), enabled: false });
  return (name) => releaseName(data?.releaseNumbers, name);
}
