import { Cell, type ArtifactListSnapshot, type Readable } from '@loggia/client';
import type { ArtifactSummary, DeskWindow, TypeView, WorkspaceState } from '@loggia/protocol';
import { openArtifacts, type ArtifactPorts } from '../artifacts/actions.ts';
import { deleteArtifacts, duplicateArtifacts, emptyTrash, purgeArtifacts } from '../artifacts/changes.ts';
import { markFresh } from '../artifacts/fresh.ts';
import { attempt, tell } from '../ui/toast-queue.ts';
import { countOf, wholeDesk, type DeskFilter, type DeskView } from './desk-query.ts';
import { clear, nothingSelected, selectAll, type Selection } from './selection.ts';

export interface DeskState {
  readonly filter: DeskFilter;
  readonly selection: Selection;
}

/** The whole list, as far as one command reaches. */
interface WholeList {
  readonly artifacts: readonly ArtifactSummary[];
  readonly isAll: boolean;
}

/** The state of a desk: the shown artifacts, the selection, and the actions on it. */
export class DeskModel implements Readable<DeskState> {
  readonly #workspace: string;
  readonly #ports: ArtifactPorts;
  readonly #state = new Cell<DeskState>({ filter: wholeDesk, selection: nothingSelected });
  readonly getSnapshot = this.#state.getSnapshot;
  readonly subscribe = this.#state.subscribe;

  constructor(workspace: string, ports: ArtifactPorts) {
    this.#workspace = workspace;
    this.#ports = ports;
  }

  /** Another filter shows other artifacts, so the selection is cleared. */
  readonly setFilter = (filter: DeskFilter): void => {
    this.#state.set({ filter, selection: nothingSelected });
  };

  readonly show = (view: DeskView): void => {
    this.setFilter({ ...this.getSnapshot().filter, view, types: [] });
  };

  readonly showAll = (): void => this.setFilter(wholeDesk);

  readonly select = (selection: Selection): void => {
    this.#state.set({ ...this.getSnapshot(), selection });
  };

  readonly selectNone = (): void => this.select(clear(this.getSnapshot().selection));

  selectListed(listed: readonly ArtifactSummary[]): void {
    this.select(selectAll(this.getSnapshot().selection, listed));
  }

  /** Selects those too that have not been loaded yet. */
  async selectEverything(loadAll: () => Promise<WholeList>): Promise<void> {
    const { filter } = this.getSnapshot();
    const { artifacts, isAll } = await loadAll();
    if (this.getSnapshot().filter !== filter) return;
    this.selectListed(artifacts);
    if (!isAll) tell(`The first ${artifacts.length.toLocaleString()} are selected (the maximum).`);
  }

  readonly open = (artifacts: readonly ArtifactSummary[]): void => {
    if (artifacts[0]?.deletedAt === undefined) openArtifacts({ artifacts }, this.#ports);
  };

  readonly peek = ({ id }: ArtifactSummary): void => this.#ports.showDetails(id);

  readonly rename = (artifact: ArtifactSummary): void => {
    if (artifact.deletedAt === undefined && artifact.state !== 'archived') this.#ports.rename(artifact);
  };

  readonly duplicate = (artifacts: readonly ArtifactSummary[]): void => {
    if (artifacts[0]?.deletedAt === undefined) attempt(duplicateArtifacts(this.#ports.host, artifacts));
  };

  readonly create = (type: TypeView): void => attempt(this.createArtifact(type));

  async createArtifact(type: TypeView): Promise<void> {
    const { artifact } = await this.#ports.host.ask('x-loggia/createArtifact', {
      workspace: this.#workspace,
      type: type.mime,
      fromTemplate: true,
    });
    markFresh(artifact.id);
    // A new draft would not be seen among archived or deleted ones.
    const { view } = this.getSnapshot().filter;
    if (view !== 'all' && view !== 'drafts') this.showAll();
    this.#ports.open(artifact);
  }

  /** The effect of the Delete key, which in the trash is for good. */
  readonly remove = (artifacts: readonly ArtifactSummary[]): void => {
    const { host } = this.#ports;
    const isTrash = this.getSnapshot().filter.view === 'trash';
    attempt(isTrash ? purgeArtifacts(host, artifacts) : deleteArtifacts(host, artifacts));
  };

  emptyTrash(count: number): void {
    attempt(emptyTrash(this.#ports.host, this.#workspace, count));
  }
}

/** The artifacts that are selected, in the order of the list. */
export function selectedIn(
  listed: readonly ArtifactSummary[],
  { ids }: Selection,
): readonly ArtifactSummary[] {
  return ids.size === 0 ? [] : listed.filter(({ id }) => ids.has(id));
}

/** How many artifacts the filter matches, where the host has counted them. */
export function totalOf({ types, view }: DeskFilter, state: WorkspaceState | undefined): number | undefined {
  return state !== undefined && types.length === 0 ? countOf(view, state.counts) : undefined;
}

/** Whether to offer “Select all”: once several are selected, and there are others. */
export function canSelectMore(
  { ids }: Selection,
  { artifacts, more }: Pick<ArtifactListSnapshot, 'artifacts' | 'more'>,
): boolean {
  return ids.size > 1 && (more !== 'none' || ids.size < artifacts.length);
}

/** The strip holds minimized windows, or all of them where there is room for one at a time only. */
export function windowsInStrip(
  windows: readonly DeskWindow[],
  screen: 'wide' | 'narrow',
): readonly DeskWindow[] {
  return screen === 'narrow' ? windows : windows.filter(({ state }) => state === 'minimised');
}
