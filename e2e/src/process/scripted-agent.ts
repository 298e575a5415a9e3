import { fileURLToPath } from 'node:url';

/** An agent that speaks the Agent Client Protocol and does the steps that a message has as JSON. */
export const scriptedAgent = fileURLToPath(
  new URL('../../../harnesses/acp/src/fixtures/scripted-agent.testkit.mjs', import.meta.url),
);
