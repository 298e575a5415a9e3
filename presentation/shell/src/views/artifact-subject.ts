import {
  workspaceUri,
  type McpServerCustomization,
  type SessionState,
  type WorkspaceState,
} from '@loggia/protocol';
import type { ShellHost } from '../host/shell-host.ts';
import { preferences } from '../preferences/use-preferences.ts';
import type { OpenedView } from './artifact-view.tsx';
import { followRevision } from './follow-revision.ts';
import { artifactViewId } from './identity.ts';
import { factsOf, serversIn, type ServerFacts } from './server-facts.ts';
import { FactsCell, type ViewFacts, type ViewSubject } from './subject.ts';

/** The id of the View of an opened artifact. */
export function viewIdOf({ artifact, server, input }: OpenedView): string {
  const { readOnly, version } = (input['artifact'] ?? {}) as { readOnly?: unknown; version?: unknown };
  const isOld = readOnly === true && typeof version === 'number';
  return artifactViewId(artifact.id, { version: isOld ? version : undefined, viewer: server });
}

/** The View of an artifact that was opened. */
export class ArtifactSubject implements ViewSubject {
  readonly id: string;
  readonly #host: ShellHost;
  readonly #workspace: string;
  readonly #cell: FactsCell;
  #opened: OpenedView;
  #reopen: () => void;
  #custom: McpServerCustomization | undefined;
  #server: ServerFacts | undefined;

  constructor(host: ShellHost, workspace: string, opened: OpenedView, reopen: () => void) {
    this.id = viewIdOf(opened);
    this.#host = host;
    this.#workspace = workspace;
    this.#opened = opened;
    this.#reopen = reopen;
    this.#cell = new FactsCell({
      state: 'looking',
      server: undefined,
      shownOn: workspaceUri(workspace),
      tool: { name: opened.tool },
      data: { input: opened.input, outcome: { kind: 'result', result: opened.result } },
      ...this.#openedFacts(),
    });
  }

  readonly getSnapshot = (): ViewFacts => this.#cell.getSnapshot();
  readonly subscribe = (listener: () => void): (() => void) => this.#cell.subscribe(listener);
  readonly reopen = (): void => this.#reopen();

  /** The artifact was opened again. The View keeps running; its permissions follow the newest opening. */
  renew(opened: OpenedView, reopen: () => void): void {
    this.#reopen = reopen;
    if (opened === this.#opened) return;
    this.#opened = opened;
    this.#look();
  }

  follow(): () => void {
    const { channels } = this.#host;
    const uri = workspaceUri(this.#workspace);
    const { id } = this.#opened.artifact;
    const stops = [
      channels.hold(uri),
      channels.view(uri).subscribe(this.#look),
      followRevision(this.#host, { workspace: this.#workspace, id }, this.#hear),
    ];
    this.#look();
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** An artifact on the desk belongs to no chat, so the View talks to the one beside the desk. */
  async conversation(): Promise<string | undefined> {
    const session = preferences.getSnapshot().dockSession[this.#workspace];
    if (session === undefined) return undefined;
    const { channels } = this.#host;
    const release = channels.hold(session);
    try {
      const view = channels.view<SessionState>(session);
      await view.ready;
      return view.state?.defaultChat ?? view.state?.chats[0]?.resource;
    } catch {
      return undefined;
    } finally {
      release();
    }
  }

  readonly #hear = (revision: number): void => {
    const facts = this.#cell.getSnapshot();
    const { id } = this.#opened.artifact;
    // An opened version never changes.
    if (this.id.includes('@') || revision <= (facts.artifact?.revision ?? -1)) return;
    this.#cell.set({ ...facts, artifact: { id, revision } });
  };

  readonly #look = (): void => {
    const { state, phase } = this.#host.channels
      .view<WorkspaceState>(workspaceUri(this.#workspace))
      .getSnapshot();
    const custom = serversIn(state?.customizations).find(({ id }) => id === this.#opened.server);
    if (custom !== this.#custom) {
      this.#custom = custom;
      this.#server = custom && factsOf(custom);
    }
    this.#cell.set({
      ...this.#cell.getSnapshot(),
      ...this.#openedFacts(),
      state: state ? 'known' : phase === 'gone' ? 'gone' : 'looking',
      server: this.#server,
    });
  };

  #openedFacts(): Pick<ViewFacts, 'title' | 'resourceUri' | 'key'> {
    const { artifact, resourceUri, view } = this.#opened;
    return { title: artifact.title, resourceUri, key: view };
  }
}
