export { createHarness, type OperatorOptions } from './operator.ts';
