import { Cell, HostError, type Readable } from '@loggia/client';
import type { ArtifactSummary, Difference } from '@loggia/protocol';
import { asError } from '../host/as-error.ts';
import type { ShellHost } from '../host/shell-host.ts';
import { suggestMessage } from './commit-message.ts';

export interface OfferedDraft {
  readonly summary: ArtifactSummary;
  readonly difference: Difference | undefined;
  /** Problems that prevent a commit. */
  readonly problems: readonly string[];
}

export type Reading =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly offered: readonly OfferedDraft[]; readonly isMore: boolean }
  | { readonly status: 'failed'; readonly error: Error };

export interface CommitView {
  readonly reading: Reading;
  /** The drafts that are not chosen, by id. */
  readonly left: ReadonlySet<string>;
  /** How many of those chosen will be committed. */
  readonly count: number;
  /** How many of those chosen can't be, until they are corrected. */
  readonly leftOut: number;
  readonly message: string;
  readonly isSuggested: boolean;
  readonly isReady: boolean;
  readonly isBusy: boolean;
  readonly problem: Error | undefined;
  /** Somebody changed a draft after it was shown. */
  readonly isConflict: boolean;
}

interface State {
  readonly reading: Reading;
  /** Undefined until somebody has chosen. */
  readonly unchosen?: ReadonlySet<string>;
  readonly typed?: string;
  readonly isCommitting: boolean;
  /** Somebody asked for the commit before the drafts were read. */
  readonly isAsked: boolean;
  readonly problem?: Error | undefined;
}

/** A commit is for people to review; more drafts take several commits. */
const mostOffered = 200;

/** Which drafts to commit, and with which message. */
export class CommitModel implements Readable<CommitView> {
  readonly #host: Pick<ShellHost, 'ask'>;
  readonly #workspace: string;
  readonly #given: readonly string[];
  readonly #done: (message: string) => void;
  readonly #view: Cell<CommitView>;
  #state: State = { reading: { status: 'loading' }, isCommitting: false, isAsked: false };
  #reads = 0;
  readonly getSnapshot: () => CommitView;
  readonly subscribe: Readable<CommitView>['subscribe'];

  /** `given` are chosen at first; all drafts where none is given. `done` is told in words what was committed. */
  constructor(
    host: Pick<ShellHost, 'ask'>,
    workspace: string,
    given: readonly string[],
    done: (message: string) => void,
  ) {
    this.#host = host;
    this.#workspace = workspace;
    this.#given = given;
    this.#done = done;
    this.#view = new Cell(viewOf(this.#state, given));
    this.getSnapshot = this.#view.getSnapshot;
    this.subscribe = this.#view.subscribe;
  }

  /** Reads the drafts. The previous ones stay on screen until then. */
  readonly read = async (): Promise<void> => {
    const turn = ++this.#reads;
    const reading = await readDrafts(this.#host, this.#workspace, this.#given).then(
      (read): Reading => ({ status: 'ready', ...read }),
      (error: unknown): Reading => ({ status: 'failed', error: asError(error) }),
    );
    if (turn !== this.#reads) return;
    const { isAsked } = this.#state;
    this.#set({ reading, isAsked: false });
    // The user must see drafts that are left out before the others are committed without them.
    if (isAsked && this.getSnapshot().leftOut === 0) await this.commit();
  };

  readonly refresh = (): void => {
    this.#set({ problem: undefined });
    void this.read();
  };

  /** The dialog was closed: a running read is dropped. */
  readonly stop = (): void => {
    this.#reads += 1;
  };

  readonly write = (typed: string): void => this.#set({ typed });

  readonly choose = (unchosen: ReadonlySet<string>): void => this.#set({ unchosen });

  readonly toggle = (id: string): void => {
    const next = new Set(this.getSnapshot().left);
    if (!next.delete(id)) next.add(id);
    this.choose(next);
  };

  /** Waits for the drafts where they have not been read yet. */
  readonly commit = async (): Promise<void> => {
    if (this.#state.reading.status === 'loading') {
      this.#set({ isAsked: true });
      return;
    }
    const { isReady, message } = this.getSnapshot();
    if (!isReady) return;
    const artifacts = committable(chosenOf(this.#state, this.#given)).map(({ summary }) => ({
      id: summary.id,
      ifRevision: summary.revision,
    }));
    this.#set({ isCommitting: true, problem: undefined });
    try {
      const { commit } = await this.#host.ask('x-loggia/commitArtifacts', {
        artifacts,
        message: message.trim(),
      });
      const { length } = commit.artifacts;
      this.#done(
        `Committed ${length === 1 ? 'one artifact' : `${length} artifacts`}: ${commit.message.split('\n', 1)[0]}`,
      );
      this.#set({ isCommitting: false });
    } catch (error) {
      this.#set({ isCommitting: false, problem: asError(error) });
    }
  };

  #set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    this.#view.set(viewOf(this.#state, this.#given));
  }
}

function viewOf(state: State, given: readonly string[]): CommitView {
  const { reading, typed, isCommitting, isAsked, problem } = state;
  const chosen = chosenOf(state, given);
  const ready = committable(chosen);
  const message =
    typed ?? suggestMessage(ready.map(({ summary, difference }) => ({ title: summary.title, difference })));
  return {
    reading,
    left: leftOf(state, given),
    count: ready.length,
    leftOut: chosen.length - ready.length,
    message,
    isSuggested: typed === undefined,
    isReady: ready.length > 0 && message.trim() !== '' && !isCommitting,
    isBusy: isCommitting || isAsked,
    problem,
    isConflict: problem instanceof HostError && problem.kind === 'Conflict',
  };
}

const committable = (drafts: readonly OfferedDraft[]) =>
  drafts.filter(({ problems }) => problems.length === 0);

function leftOf({ reading, unchosen }: State, given: readonly string[]): ReadonlySet<string> {
  if (unchosen) return unchosen;
  const offered = reading.status === 'ready' ? reading.offered : [];
  const ids = offered.map(({ summary }) => summary.id);
  return new Set(given.length === 0 ? [] : ids.filter((id) => !given.includes(id)));
}

function chosenOf(state: State, given: readonly string[]): readonly OfferedDraft[] {
  const { reading } = state;
  const left = leftOf(state, given);
  return reading.status === 'ready' ? reading.offered.filter(({ summary }) => !left.has(summary.id)) : [];
}

/** First the given ones, then the other drafts of the workspace. */
async function readDrafts(
  host: Pick<ShellHost, 'ask'>,
  workspace: string,
  given: readonly string[],
): Promise<{ readonly offered: readonly OfferedDraft[]; readonly isMore: boolean }> {
  const page = await host.ask('x-loggia/listArtifacts', { workspace, states: ['draft'], limit: mostOffered });
  const known = new Map<string, ArtifactSummary>(page.artifacts.map((summary) => [summary.id, summary]));
  for (const id of given.slice(0, mostOffered)) {
    if (known.has(id)) continue;
    const { artifact } = await host.ask('x-loggia/getArtifact', { artifact: id });
    if (artifact.state === 'draft') known.set(id, artifact);
  }
  const summaries = [...known.values()].toSorted(
    (a, b) => Number(given.includes(b.id)) - Number(given.includes(a.id)),
  );
  if (summaries.length === 0) return { offered: [], isMore: false };
  const preview = await host.ask('x-loggia/previewCommit', { artifacts: summaries.map(({ id }) => id) });
  const differences = new Map(preview.differences.map((difference) => [difference.artifact, difference]));
  const offered = summaries.map((summary) => ({
    summary,
    difference: differences.get(summary.id),
    problems: preview.problems
      .filter(({ artifact }) => artifact === summary.id)
      .map(({ path, message }) => (path === undefined || path === '' ? message : `${path}: ${message}`)),
  }));
  return { offered, isMore: page.nextCursor !== undefined };
}
