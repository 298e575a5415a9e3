import { globalEnvironment } from '@loggia/client';
import type { Artifact } from '@loggia/protocol';
import { useEffect, useState } from 'react';
import { asError } from '../host/as-error.ts';
import { useHost } from '../host/host-context.tsx';
import type { ShellHost } from '../host/shell-host.ts';
import { unsavedWork } from '../host/unsaved-work.ts';
import { withEndsOf, withFieldEnds } from './line-ends.ts';
import { TextKeeper } from '../writing/kept-text.ts';
import { readText, type ReadText } from './read-text.ts';
import { TextDraft } from './text-draft.ts';
import { workOn } from './text-work.ts';

export interface TextInUse {
  readonly draft: TextDraft | undefined;
  /** See `ReadText`. */
  readonly isExact: boolean;
  readonly error: Error | undefined;
  again(): void;
}

/** The text of an artifact, kept in step with the host for as long as it is on screen. */
export function useText(artifact: Artifact, version: number | undefined): TextInUse {
  const host = useHost();
  const [round, setRound] = useState(0);
  const [state, setState] = useState<{ draft?: TextDraft; isExact?: boolean; error?: Error }>({});
  const { id } = artifact;
  useEffect(() => {
    const abort = new AbortController();
    let draft: TextDraft | undefined;
    let isDone = (): void => undefined;
    // An old version is never written.
    const keeper = version === undefined ? keeperOf(id) : undefined;
    const leave = (): void => {
      if (document.visibilityState === 'hidden') void draft?.flush();
      keeper?.flush();
    };
    document.addEventListener('visibilitychange', leave);
    window.addEventListener('pagehide', leave);
    const read = async (): Promise<void> => {
      try {
        const first = await readText(host, { id, version }, abort.signal);
        if (abort.signal.aborted) return;
        draft = draftOf(host, { id, version, first, keeper });
        isDone = unsavedWork.add(id, workOn(draft));
        setState({ draft, isExact: first.isExact });
      } catch (error) {
        if (abort.signal.aborted) return;
        setState({ error: asError(error) });
      }
    };
    void read();
    return () => {
      abort.abort();
      document.removeEventListener('visibilitychange', leave);
      window.removeEventListener('pagehide', leave);
      void draft?.dispose();
      isDone();
      setState({});
    };
  }, [host, id, version, round]);
  const { draft, isExact = true, error } = state;
  const { revision } = artifact;
  const hash = artifact.content?.hash;
  useEffect(() => {
    if (version === undefined) draft?.told({ hash, revision });
  }, [draft, version, hash, revision]);
  return { draft, isExact, error, again: () => setRound((before) => before + 1) };
}

function keeperOf(id: string): TextKeeper {
  return new TextKeeper(id, { storage: localStorage, after: (ms, run) => globalEnvironment.after(ms, run) });
}

interface Opening {
  readonly id: string;
  readonly version: number | undefined;
  readonly first: ReadText;
  readonly keeper: TextKeeper | undefined;
}

function draftOf(host: ShellHost, { id, version, first, keeper }: Opening): TextDraft {
  let before = first.text;
  return new TextDraft(
    { ...first, text: withFieldEnds(first.text) },
    {
      read: async () => {
        const read = await readText(host, { id, version });
        before = read.text;
        return { ...read, text: withFieldEnds(read.text) };
      },
      save: async (text, ifRevision) => {
        const content = { text: withEndsOf(text, before) };
        const { artifact } = await host.ask('x-loggia/updateArtifact', { artifact: id, ifRevision, content });
        return { hash: artifact.content?.hash, revision: artifact.revision };
      },
      after: (ms, run) => globalEnvironment.after(ms, run),
      ...(keeper && { keep: (text) => keeper.keep(text) }),
    },
    first.isExact ? keeper?.read() : undefined,
  );
}
