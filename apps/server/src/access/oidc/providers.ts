import type { SignInSettings } from '../../config/signInSettings.ts';
import { createProvider, type Provider } from './provider.ts';

/** The configured providers by id. */
export function createProviders(
  { providers, publicUrl }: SignInSettings,
  clock: () => Date,
): ReadonlyMap<string, Provider> {
  if (publicUrl === null) return new Map();
  return new Map(providers.map((settings) => [settings.id, createProvider({ settings, publicUrl, clock })]));
}
