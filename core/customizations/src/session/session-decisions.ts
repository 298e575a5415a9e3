import type { ChildCustomization, Customization, Enablement, SessionState } from '@loggia/protocol';
import {
  decidedAbout,
  switchDecision,
  type EnablementStore,
  type SwitchDecision,
  type Switched,
} from '../decisions/enablement-store.ts';
import { decisionIn, resolveEnablement, workspaceIn } from './enablement.ts';
import { clientPluginKey } from './plan.ts';
import { childrenOf, type PlannedPart } from './planned.ts';
import { enablementMeta, stoppedMeta, turnedOnMeta } from './present.ts';

/** The decisions made in one session, on top of those for its workspaces and everywhere. */
export class SessionDecisions {
  readonly #book: EnablementStore;
  readonly #uri: string | undefined;
  /** By the customization's key. */
  readonly #session = new Map<string, SwitchDecision>();
  /** Servers that a user stopped, by id. */
  readonly #stopped = new Set<string>();
  /** The workspaces that decisions can be for, as URIs. */
  #workspaces: readonly string[] = [];

  /** `uri` names the session; undefined for the host itself. */
  constructor(book: EnablementStore, uri: string | undefined) {
    this.#book = book;
    this.#uri = uri;
  }

  /** Restores the decisions that only the session's own state has. */
  restore(state: SessionState): void {
    this.follow(state);
    for (const entry of state.customizations ?? []) {
      this.#restore(entry);
      for (const child of ('children' in entry ? entry.children : undefined) ?? []) this.#restore(child);
    }
  }

  /** The session may have moved to other folders. */
  follow(state: SessionState): void {
    this.#workspaces = workspacesOf(state);
  }

  enablementOf(part: PlannedPart): Enablement[] {
    const switched = switchedPart(part);
    return resolveEnablement({
      session: decidedAbout(this.#session.get(part.key), switched.about),
      workspaces: this.#workspaces.map((uri) => ({ uri, enabled: this.#decisionFor(uri, switched) })),
      global: this.#book.decision({ kind: 'global' }, switched),
      published: part.published,
      byDefault: part.type === 'mcpServer' && part.disabled ? false : undefined,
    });
  }

  /** Replaces all decisions about it. Its stopped servers may run again. */
  decide(part: PlannedPart, enablement: readonly Enablement[]): void {
    const session = decisionIn(enablement, 'session');
    const switched = switchedPart(part);
    if (session === undefined) this.#session.delete(part.key);
    else this.#session.set(part.key, switchDecision(session, switched.about));
    let isHidden = false;
    for (const uri of this.#workspaces) {
      const before = this.#decisionFor(uri, switched);
      const workspace = workspaceIn(enablement, uri);
      // A client can't mean to remove a decision that it wasn't shown.
      if (workspace !== undefined || !isHidden)
        this.#book.decide({ kind: 'workspace', uri }, switched, workspace);
      isHidden ||= before !== undefined;
    }
    // A client decides globally about its own plugins by publishing them.
    if (!part.published) this.#book.decide({ kind: 'global' }, switched, decisionIn(enablement, 'global'));
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

  #decisionFor(workspace: string, switched: Switched): boolean | undefined {
    return this.#book.decision({ kind: 'workspace', uri: workspace }, switched);
  }

  #restore(entry: Customization | ChildCustomization): void {
    const clientId = entry.type === 'plugin' ? entry.clientId : undefined;
    const key = clientId === undefined ? entry.id : clientPluginKey(clientId, entry.uri);
    if (entry._meta?.[stoppedMeta] === true) this.#stopped.add(entry.id);
    const kept = 'enablement' in entry ? entry.enablement : entry._meta?.[enablementMeta];
    const decisions = Array.isArray(kept) ? (kept as Enablement[]) : [];
    const session = decisions.find((decision) => decision.kind === 'session');
    if (!session) return;
    const turnedOn = entry._meta?.[turnedOnMeta];
    const about = typeof turnedOn === 'string' ? turnedOn : undefined;
    const [workspace] = this.#workspaces;
    if (workspace === undefined || workspace !== this.#uri)
      this.#session.set(key, switchDecision(session.enabled, about));
    // Stored before the decisions of a workspace reached its sessions.
    else if (this.#decisionFor(workspace, { key, about }) === undefined)
      this.#book.decide({ kind: 'workspace', uri: workspace }, { key, about }, session.enabled);
  }
}

function switchedPart(part: PlannedPart): Switched {
  return { key: part.key, about: part.type === 'mcpServer' ? part.written.fingerprint : undefined };
}

/**
 * The workspaces that decisions in a session can be for, the narrowest first: its primary working directory, which is
 * what the protocol calls its workspace, and the workspace that it belongs to.
 */
export function workspacesOf({ workingDirectories = [], project }: SessionState): string[] {
  return [...workingDirectories.slice(0, 1), ...(project ? [project.uri] : [])];
}
