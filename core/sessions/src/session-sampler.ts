import type { Kernel } from '@loggia/kernel';
import { stickyOf, type SessionState } from '@loggia/protocol';
import type { Harness } from './harness.ts';
import { sampler, type Sampler } from './sampler.ts';
import { modelOf } from './turns/conversation.ts';

/** Asks the model of a session that is in memory; undefined when its agent has none to lend. */
export function samplerOf(
  { kernel, harnesses }: { readonly kernel: Pick<Kernel, 'peek'>; readonly harnesses: readonly Harness[] },
  uri: string,
): Sampler | undefined {
  const session = kernel.peek<SessionState>(uri);
  if (session?.kind !== 'session') return undefined;
  const harness = harnesses.find(({ describe }) => describe.provider === session.state.provider);
  const { model } = stickyOf(session.state._meta);
  return harness && sampler(harness, { session: uri, model: model && modelOf(model) });
}
