export { registerNews } from './newsRoutes.ts';
export { countTags, findArticle, listArticles } from './newsStore.ts';
export { readerOf } from './policy.ts';
export { presentEditable } from './present.ts';
export { createArticle, deleteArticle, editArticle } from './saveArticle.ts';
export { deleteTag, renameTag } from './tags.ts';
