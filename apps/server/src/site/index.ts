export { registerSite } from './routes.ts';
export { answerSupport, readSupport, setSupportState } from './support.ts';
