export { readerOf } from './policy.ts';
export { presentEditable } from './present.ts';
export { registerNews } from './newsRoutes.ts';
export { createArticle, deleteArticle, editArticle } from './saveArticle.ts';
export { countTags, findArticle, listArticles } from './newsStore.ts';
export { deleteTag, renameTag } from './tags.ts';
