export { registerSite } from './routes.ts';
export { answerSupport, loadSupport, setSupportState } from './support.ts';
