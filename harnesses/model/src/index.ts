export { checkModel, readModels, type CheckedModel, type ReadModels } from './check-provider.ts';
export { createHarness, type HarnessContext } from './create-harness.ts';
export { modelsFromEnvironment, type Environment } from './environment.ts';
export type { ModelHarnessOptions } from './options.ts';
export type { ProviderProblem } from './problems.ts';
