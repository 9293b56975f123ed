import config from './vite.config.ts';
const target = { target: 'http://127.0.0.1:3977', changeOrigin: false };
export default { ...config, server: { port: 5977, strictPort: true, host: '127.0.0.1', proxy: { '/api': target, '/pcgc/api': target } } };
