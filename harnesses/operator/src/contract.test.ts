import { describeHarness } from '@loggia/testing/harness-contract';
import { createHarness } from './operator.ts';

describeHarness('operator', async () => ({
  harness: createHarness(),
  answers: 'Hello there',
  calls: (tool) => `/${tool}`,
}));
