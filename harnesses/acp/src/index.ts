export {
  checkAgent,
  signIn,
  type CheckContext,
  type CheckedAgent,
  type SignInMethod,
} from './check-agent.ts';
export { createHarness } from './create-harness.ts';
export type { AcpOptions } from './options.ts';
export { SignInRefused, signInProgram } from './sign-in-program.ts';
