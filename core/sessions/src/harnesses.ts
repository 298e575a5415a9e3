import { ProtocolError } from '@loggia/protocol';
import type { Harness } from './harness.ts';

/** The agents of a host, in the order in which they are offered. They can change while it runs. */
export class Harnesses {
  #byProvider: ReadonlyMap<string, Harness>;
  readonly #listeners = new Set<(removed: readonly Harness[]) => void>();
  readonly #closing = new Set<Promise<void>>();

  constructor(harnesses: Iterable<Harness> = []) {
    this.#byProvider = mapOf(harnesses);
  }

  all(): readonly Harness[] {
    return [...this.#byProvider.values()];
  }

  get(provider: string): Harness | undefined {
    return this.#byProvider.get(provider);
  }

  /** Running turns keep the harness they started with, unless its provider was removed. */
  replace(harnesses: Iterable<Harness>): void {
    const before = this.all();
    this.#byProvider = mapOf(harnesses);
    const removed = before.filter(({ describe }) => !this.#byProvider.has(describe.provider));
    for (const listener of this.#listeners) listener(removed);
    const now = new Set(this.all());
    for (const harness of before) if (!now.has(harness)) this.#close(harness);
  }

  /**
   * Tells every agent: the one that the chat has now may not be the only one that it had. `memory` is the value that one
   * of them has kept.
   */
  chatRemoved(chat: string, memory: { readonly agent: string; readonly value: unknown } | undefined): void {
    for (const harness of this.all()) {
      const isOwn = memory?.agent === harness.describe.provider;
      harness.chatRemoved?.(chat, isOwn ? memory.value : undefined);
    }
  }

  /** Resolves when all agents, and those that were replaced before, have ended what they ran. */
  async close(): Promise<void> {
    for (const harness of this.all()) this.#close(harness);
    await Promise.all(this.#closing);
  }

  #close(harness: Harness): void {
    const closing = harness.close?.().catch(() => undefined);
    if (!closing) return;
    this.#closing.add(closing);
    void closing.then(() => this.#closing.delete(closing));
  }

  onChanged(listener: (removed: readonly Harness[]) => void): void {
    this.#listeners.add(listener);
  }

  /** The agent for a new session: the first, unless another is named. Empty on a host without agents. */
  providerFor(wanted: string | undefined): string {
    if (wanted === undefined) return this.#byProvider.keys().next().value ?? '';
    this.assertHas(wanted);
    return wanted;
  }

  assertHas(provider: string): void {
    if (this.#byProvider.has(provider)) return;
    const known = [...this.#byProvider.keys()].join(', ') || 'none is configured';
    throw new ProtocolError('ProviderNotFound', `This host has no agent "${provider}" (it has: ${known}).`);
  }
}

function mapOf(harnesses: Iterable<Harness>): ReadonlyMap<string, Harness> {
  return new Map(Array.from(harnesses, (harness) => [harness.describe.provider, harness]));
}
