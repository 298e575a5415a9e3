import type { ChildCustomization, Customization, Enablement, SessionState } from '@loggia/protocol';
import type { EnablementBook } from '../decisions/enablement-book.ts';
import { decisionsIn, resolveEnablement } from './enablement.ts';
import { clientPluginKey } from './plan.ts';
import { childrenOf, type PlannedPart } from './planned.ts';
import { enablementMeta, stoppedMeta } from './present.ts';

/** What was decided in one session, on top of what holds in its workspace and everywhere. */
export class SessionDecisions {
  readonly #book: EnablementBook;
  /** By the customization's key. */
  readonly #session = new Map<string, boolean>();
  /** Servers that somebody stopped, by id. */
  readonly #stopped = new Set<string>();
  /** The primary working directory. */
  directory: string | undefined;

  constructor(book: EnablementBook) {
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
    return resolveEnablement({
      session: this.#session.get(part.key),
      workspace: workspace && this.#book.decision(workspace, part.key),
      global: this.#book.decision({ kind: 'global' }, part.key),
      directory,
      published: part.published,
      byDefault: part.type === 'mcpServer' && part.disabled ? false : undefined,
    });
  }

  /** Replaces all that was decided about it. Whatever was stopped in it may run again. */
  decide(part: PlannedPart, enablement: readonly Enablement[]): void {
    const { session, workspace, global } = decisionsIn(enablement);
    if (session === undefined) this.#session.delete(part.key);
    else this.#session.set(part.key, session);
    if (this.directory !== undefined)
      this.#book.decide({ kind: 'workspace', uri: this.directory }, part.key, workspace);
    // Of its own plugins a client decides for everywhere by publishing them.
    if (!part.published) this.#book.decide({ kind: 'global' }, part.key, global);
    this.#stopped.delete(part.id);
    if (part.type !== 'leaf') for (const { id } of childrenOf(part)) this.#stopped.delete(id);
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
    if (session) this.#session.set(key, session.enabled);
  }
}
