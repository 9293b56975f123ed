import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { everyPageFont, firstPage, serviceWorker } from './buildPlugins.ts';
import { serverAddresses } from './devProxy.ts';
import { firstLoad } from './firstLoad.ts';

/** Few files, because each one costs a request: what several screens use travels together. */
const groups = [
  { name: 'first', tags: ['$initial' as const] },
  { name: 'libraries', test: /node_modules/, minShareCount: 2 },
  { name: 'common', test: /(apps\/web|packages\/[a-z]+)\/src/, minShareCount: 2 },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), firstPage(), serviceWorker(), firstLoad(everyPageFont)],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist',
    sourcemap: true,
    target: 'es2023',
    // All libraries in one file.
    chunkSizeWarningLimit: 800,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    proxy: Object.fromEntries(
      serverAddresses.map((address) => [address, { target: 'http://127.0.0.1:3000', changeOrigin: false }]),
    ),
  },
});
