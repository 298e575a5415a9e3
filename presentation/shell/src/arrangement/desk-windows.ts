import { globalEnvironment } from '@loggia/client';
import { workspaceUri, type DeskWindow, type StateAction, type WorkspaceState } from '@loggia/protocol';
import { useEffect } from 'react';
import { useHost } from '../host/host-context.tsx';
import type { ShellHost } from '../host/shell-host.ts';
import { useReadable } from '../host/use-channel.ts';
import { handOnActions } from './hand-on.ts';
import { WindowMemory } from './window-memory.ts';
import { WindowStore } from './window-store.ts';

/** Windows are arranged in several steps; the workspace gets the result. */
const handOnAfterMs = 1500;

const ofHosts = new WeakMap<ShellHost, DeskWindows>();

/** The windows on all desks of the host, in this tab. */
export function deskWindowsOf(host: ShellHost): DeskWindows {
  const known = ofHosts.get(host);
  if (known) return known;
  const made = new DeskWindows(host, new WindowMemory({ tab: sessionStorage, browser: localStorage }));
  ofHosts.set(host, made);
  return made;
}

export class DeskWindows {
  readonly #host: ShellHost;
  readonly #memory: WindowMemory;
  readonly #stores = new Map<string, WindowStore>();
  readonly #closings = new Set<(window: string) => void>();
  readonly #changes = new Set<() => void>();

  constructor(host: ShellHost, memory: WindowMemory) {
    this.#host = host;
    this.#memory = memory;
  }

  of(workspace: string): WindowStore {
    const known = this.#stores.get(workspace);
    if (known) return known;
    const store = new WindowStore({
      recall: () => this.#memory.recall(workspace),
      keep: (windows) => this.#memory.keep(workspace, windows),
      closed: (id) => {
        for (const listener of this.#closings) listener(id);
      },
    });
    this.#stores.set(workspace, store);
    let cancel = (): void => undefined;
    this.#tellChanged();
    store.subscribe(() => {
      this.#tellChanged();
      cancel();
      cancel = globalEnvironment.after(handOnAfterMs, () => this.#handOn(workspace, store.getSnapshot()));
    });
    return store;
  }

  /** Settles once the initial windows are known. Only a browser that is new to the desk asks the host. */
  async ready(workspace: string): Promise<WindowStore> {
    const store = this.of(workspace);
    if (store.isBegun) return store;
    const { channels } = this.#host;
    const uri = workspaceUri(workspace);
    const release = channels.hold(uri);
    try {
      const view = channels.view<WorkspaceState>(uri);
      await view.ready;
      store.begin(view.confirmed?.windows ?? []);
    } finally {
      release();
    }
    return store;
  }

  /** The workspace on whose desk the window is. */
  deskOf(window: string): string | undefined {
    return [...this.#stores].find(([, store]) => store.getSnapshot().some(({ id }) => id === window))?.[0];
  }

  /** Hears of each window that has been closed, on whichever desk. */
  onClosed(listener: (window: string) => void): () => void {
    this.#closings.add(listener);
    return () => void this.#closings.delete(listener);
  }

  /** The artifacts in windows, on all desks that were opened in this tab. */
  artifacts(): readonly string[] {
    const windows = [...this.#stores.values()].flatMap((store) => store.getSnapshot());
    return windows.flatMap(({ target }) => (target.kind === 'artifact' ? [target.artifact] : []));
  }

  /** Hears when windows may have come or gone, on whichever desk. */
  onChanged(listener: () => void): () => void {
    this.#changes.add(listener);
    return () => void this.#changes.delete(listener);
  }

  #tellChanged(): void {
    for (const listener of this.#changes) listener();
  }

  /** A browser that is new to the desk begins with the arrangement that was made last, in whichever browser. */
  #handOn(workspace: string, windows: readonly DeskWindow[]): void {
    const { channels, client } = this.#host;
    const uri = workspaceUri(workspace);
    const { state } = channels.view<WorkspaceState>(uri);
    if (state === undefined) return;
    for (const action of handOnActions(state.windows ?? [], windows)) {
      // Nobody here depends on it, and the next change hands on what is missing.
      client.dispatch(uri, action as unknown as StateAction).settled.catch(() => undefined);
    }
  }
}

/** The windows of a desk, in the order in which they were opened. */
export function useWindows(workspace: string): readonly DeskWindow[] {
  const desks = deskWindowsOf(useHost());
  useEffect(() => {
    // A workspace that can't be read has no desk on screen.
    desks.ready(workspace).catch(() => undefined);
  }, [desks, workspace]);
  return useReadable(desks.of(workspace));
}
