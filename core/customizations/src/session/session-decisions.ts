import type { ChildCustomization, Customization, Enablement, SessionState } from '@loggia/protocol';
import {
  decidedAbout,
  switchDecision,
  type EnablementStore,
  type SwitchDecision,
  type Switched,
} from '../decisions/enablement-store.ts';
import { decisionsIn, resolveEnablement } from './enablement.ts';
import { clientPluginKey } from './plan.ts';
import { childrenOf, type PlannedPart } from './planned.ts';
import { enablementMeta, stoppedMeta, turnedOnMeta } from './present.ts';

/** The decisions made in one session, on top of those for its workspace and everywhere. */
export class SessionDecisions {
  readonly #book: EnablementStore;
  /** By the customization's key. */
  readonly #session = new Map<string, SwitchDecision>();
  /** Servers that somebody stopped, by id. */
  readonly #stopped = new Set<string>();
  /** The primary working directory. */
  directory: string | undefined;

  constructor(book: EnablementStore) {
    this.#book = book;
  }

  /** Takes over what only the session's own state remembers. */
  restore({ customizations = [] }: SessionState): void {
    for (const entry of customizations) {
      this.#restore(entry);
      for (const child of ('children' in entry ? entry.children : undefined) ?? []) this.#restore(child);
    }
  }

  enablementOf(part: PlannedPart): Enablement[] {
    const { directory } = this;
    const workspace = directory === undefined ? undefined : ({ kind: 'workspace', uri: directory } as const);
    const switched = switchedPart(part);
    return resolveEnablement({
      session: decidedAbout(this.#session.get(part.key), switched.about),
      workspace: workspace && this.#book.decision(workspace, switched),
      global: this.#book.decision({ kind: 'global' }, switched),
      directory,
      published: part.published,
      byDefault: part.type === 'mcpServer' && part.disabled ? false : undefined,
    });
  }

  /** Replaces all that was decided about it. Whatever was stopped in it may run again. */
  decide(part: PlannedPart, enablement: readonly Enablement[]): void {
    const { session, workspace, global } = decisionsIn(enablement);
    const switched = switchedPart(part);
    if (session === undefined) this.#session.delete(part.key);
    else this.#session.set(part.key, switchDecision(session, switched.about));
    if (this.directory !== undefined)
      this.#book.decide({ kind: 'workspace', uri: this.directory }, switched, workspace);
    // Of its own plugins a client decides for everywhere by publishing them.
    if (!part.published) this.#book.decide({ kind: 'global' }, switched, global);
    this.#stopped.delete(part.id);
    if (part.type !== 'leaf') for (const { id } of childrenOf(part)) this.#stopped.delete(id);
  }

  /** Removes the decisions about a deleted server. */
  forget(id: string): void {
    this.#session.delete(id);
    this.#stopped.delete(id);
  }

  isStopped(id: string): boolean {
    return this.#stopped.has(id);
  }

  stop(id: string): void {
    this.#stopped.add(id);
  }

  unstop(id: string): void {
    this.#stopped.delete(id);
  }

  #restore(entry: Customization | ChildCustomization): void {
    const clientId = entry.type === 'plugin' ? entry.clientId : undefined;
    const key = clientId === undefined ? entry.id : clientPluginKey(clientId, entry.uri);
    if (entry._meta?.[stoppedMeta] === true) this.#stopped.add(entry.id);
    const kept = 'enablement' in entry ? entry.enablement : entry._meta?.[enablementMeta];
    const decisions = Array.isArray(kept) ? (kept as Enablement[]) : [];
    const session = decisions.find((decision) => decision.kind === 'session');
    const about = entry._meta?.[turnedOnMeta];
    if (session)
      this.#session.set(key, switchDecision(session.enabled, typeof about === 'string' ? about : undefined));
  }
}

function switchedPart(part: PlannedPart): Switched {
  return { key: part.key, about: part.type === 'mcpServer' ? part.written.fingerprint : undefined };
}
