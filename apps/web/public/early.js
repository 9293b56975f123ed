// Runs before the first paint and before any module.
(() => {
  // Zod would otherwise try `new Function`, which the content security policy forbids and reports.
  globalThis.__zod_globalConfig = { jitless: true };

  // A chosen dark scheme never flashes white.
  let chosen = null;
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value');
  } catch {}
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
