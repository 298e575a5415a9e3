export { createHarness, type HarnessContext } from './create-harness.ts';
export { modelsFromEnvironment, type Environment } from './environment.ts';
export type { ModelHarnessOptions } from './options.ts';
