import type { Kernel } from '@loggia/kernel';
import { sessionAgent, stickyOf, type SessionState } from '@loggia/protocol';
import type { Harnesses } from './harnesses.ts';
import { sampler, type Sampler } from './sampler.ts';
import { modelOf } from './turns/conversation.ts';

/** Asks the model of a session that is in memory; undefined if its agent doesn't lend one. */
export function samplerOf(
  {
    kernel,
    harnesses,
  }: { readonly kernel: Pick<Kernel, 'peek'>; readonly harnesses: Pick<Harnesses, 'get'> },
  uri: string,
): Sampler | undefined {
  const session = kernel.peek<SessionState>(uri);
  if (session?.kind !== 'session') return undefined;
  const harness = harnesses.get(sessionAgent(session.state));
  const { model } = stickyOf(session.state._meta);
  return harness && sampler(harness, { session: uri, model: model && modelOf(model) });
}
