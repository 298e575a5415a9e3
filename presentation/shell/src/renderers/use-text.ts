import { globalEnvironment } from '@loggia/client';
import type { Artifact } from '@loggia/protocol';
import { useEffect, useState } from 'react';
import { asError } from '../host/as-error.ts';
import { useHost } from '../host/host-context.tsx';
import type { ShellHost } from '../host/shell-host.ts';
import { withEndsOf, withFieldEnds } from './line-ends.ts';
import { readText, type ReadText } from './read-text.ts';
import { TextDraft } from './text-draft.ts';

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
    const leave = (): void => {
      if (document.visibilityState === 'hidden') void draft?.flush();
    };
    document.addEventListener('visibilitychange', leave);
    const read = async (): Promise<void> => {
      try {
        const first = await readText(host, { id, version }, abort.signal);
        if (abort.signal.aborted) return;
        draft = draftOf(host, id, version, first);
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
      void draft?.dispose();
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

function draftOf(host: ShellHost, id: string, version: number | undefined, first: ReadText): TextDraft {
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
    },
  );
}
