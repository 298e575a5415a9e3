import { createHarness } from './echo-harness.ts';
import { describeHarness } from './harness-contract.ts';

describeHarness('echo', async () => ({
  harness: createHarness(),
  answers: 'Hello there',
  calls: (tool) => `/policy ${tool} {}`,
  callsNewTool: '/then unlock unlocked',
}));
