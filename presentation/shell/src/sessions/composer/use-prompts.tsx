import { lazy, Suspense, useEffect, useMemo, type ReactNode, type RefObject } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { useReadable } from '../../host/use-channel.ts';
import { asName } from '../../ui/foreign-words.ts';
import type { ComposerModel } from './composer-model.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import { PromptRun } from './prompt-run.ts';
import { withPrompt } from './slash.ts';

const PromptDialog = lazy(async () => ({
  default: (await import('./prompt-dialog.tsx')).PromptDialog,
}));

/** Prompts of MCP servers in the composer, with what they say while they are filled in. */
export function usePrompts(
  session: string | undefined,
  keeper: DraftKeeper,
  model: ComposerModel,
  field: RefObject<HTMLTextAreaElement | null>,
): { readonly run: PromptRun; readonly status: ReactNode } {
  const host = useHost();
  const scope = useMemo(() => (session === undefined ? {} : { session }), [session]);
  const run = useMemo(
    () =>
      new PromptRun({
        fill: ({ server, name }) => host.ask('x-loggia/getPrompt', { server, prompt: name, ...scope }),
        insert: (text) => {
          keeper.edit({ text: withPrompt(keeper.getSnapshot().text, text) });
          field.current?.focus();
        },
        upload: (files) => model.upload(files),
        add: (attachments) => model.add(attachments),
      }),
    [host, scope, keeper, model, field],
  );
  const { asking, loading, problem } = useReadable(run);
  const { text } = useReadable(keeper);
  // A complaint is about what was typed then.
  useEffect(() => {
    if (run.getSnapshot().problem !== undefined) run.clear();
  }, [run, text]);
  const status = (
    <>
      {loading && (
        <p className="composer-status" role="status">
          Loading “{asName(loading.title ?? loading.name)}”…
        </p>
      )}
      {problem !== undefined && (
        <p className="composer-status" data-tone="danger" role="alert">
          {problem}
        </p>
      )}
      {asking && (
        <Suspense fallback={null}>
          <PromptDialog
            prompt={asking}
            scope={scope}
            onFilled={(filled) => run.take(asking, filled)}
            onClose={() => run.clear()}
          />
        </Suspense>
      )}
    </>
  );
  return { run, status };
}
