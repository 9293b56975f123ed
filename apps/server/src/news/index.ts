export { readerOf } from './policy.ts';
export { registerNews } from './routes.ts';
export { createArticle } from './saveArticle.ts';
export { listArticles } from './store.ts';
