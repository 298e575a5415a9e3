import { attachedArtifactOf, type Result } from '@loggia/protocol';
import { useEffect, useMemo, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { useSettled } from '../../ui/use-settled.ts';

const settleMs = 150;
const mostOfKind = 5;

export type Mentioned = Result<'completions'>['items'][number];

interface Answer {
  readonly to: string;
  readonly items: readonly Mentioned[];
}

/** Files and other sessions that match the text after an `@`. None before there is a chat. */
export function useMentioned(chat: string | undefined, query: string | undefined): readonly Mentioned[] {
  const { client } = useHost();
  const asked = useSettled(query, settleMs);
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    if (chat === undefined || asked === undefined) return;
    const abort = new AbortController();
    const text = `@${asked}`;
    const params = { channel: chat, kind: 'userMessage', text, offset: text.length };
    client.request('completions', params, { signal: abort.signal }).then(
      ({ items }) => !abort.signal.aborted && setAnswer({ to: asked, items }),
      // Artifacts are offered all the same.
      () => undefined,
    );
    return () => abort.abort();
  }, [client, chat, asked]);
  return useMemo(() => (query === undefined || !answer ? [] : matching(answer, query)), [answer, query]);
}

/** Until the next answer, those of the last one that still match. */
export function matching({ to, items }: Answer, query: string): readonly Mentioned[] {
  const isStill = ({ label }: Mentioned['attachment']) =>
    to === query || label.toLowerCase().includes(query.toLowerCase());
  const ofType = (type: string) =>
    items
      .filter(({ attachment }) => attachment.type === type && isStill(attachment))
      .filter(({ attachment }) => attachedArtifactOf(attachment) === undefined)
      .slice(0, mostOfKind);
  return [...ofType('resource'), ...ofType('chat')];
}
