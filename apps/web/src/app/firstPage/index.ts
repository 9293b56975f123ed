import { openFirstPage } from './firstPage.ts';

const files = document.currentScript?.dataset['client'];
if (files !== undefined) void openFirstPage(JSON.parse(files), window.location);
