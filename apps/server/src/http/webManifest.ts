import type { SiteConfiguration } from '@atrium/contract';

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** What a device needs to install the portal as an app (rule 14.45). */
export const webManifest = ({ title, tokens }: SiteConfiguration) => ({
  name: title,
  short_name: title.length <= 12 ? title : title.split(' ')[0],
  description: 'Find, count and take home the subjects of a research dataset.',
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: tokens.light.canvas ?? '#f5f8f9',
  theme_color: tokens.light.surface ?? '#ffffff',
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    icon('icon-192', 192, 'any'),
    icon('icon-512', 512, 'any'),
    icon('icon-maskable-512', 512, 'maskable'),
  ],
});
