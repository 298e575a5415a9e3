export { checkAgent, type CheckedAgent } from './check-agent.ts';
export { createHarness } from './create-harness.ts';
export type { AcpOptions } from './options.ts';
