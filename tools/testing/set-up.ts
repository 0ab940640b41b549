/** Runs once before the first test. */
export { prepareModules as setup } from './prepared-modules.ts';
