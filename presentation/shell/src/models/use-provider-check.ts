import type { ExtensionResult } from '@loggia/client';
import type { ListedModel, ModelProblem, ModelProviderReport } from '@loggia/protocol';
import { useRef, useState } from 'react';
import { asError } from '../host/as-error.ts';
import { useHost } from '../host/host-context.tsx';
import { settingsIn, type ProviderForm } from './provider-form.ts';

export type Tested = ExtensionResult<'x-loggia/testModel'>;

export type Check =
  | { readonly phase: 'idle' }
  | { readonly phase: 'reading' | 'testing' }
  | { readonly phase: 'read'; readonly count: number }
  | { readonly phase: 'tested'; readonly tested: Tested }
  | { readonly phase: 'failed'; readonly problem: Pick<ModelProblem, 'message' | 'advice'> };

/** Asks a provider as it stands in the form: for its models, or for one answer. The newest question counts. */
export function useProviderCheck(edited: ModelProviderReport | undefined) {
  const host = useHost();
  const [check, setCheck] = useState<Check>({ phase: 'idle' });
  const running = useRef<AbortController>(undefined);
  const provider = edited === undefined ? {} : { provider: edited.provider };

  const ask = async (
    phase: 'reading' | 'testing',
    form: ProviderForm,
    question: (settings: ReturnType<typeof settingsIn>, signal: AbortSignal) => Promise<Check>,
  ): Promise<void> => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setCheck({ phase });
    const outcome = await (async () => question(settingsIn(form, edited), abort.signal))().catch(
      (error: unknown): Check => ({
        phase: 'failed',
        problem: { message: asError(error).message, advice: '' },
      }),
    );
    if (!abort.signal.aborted) setCheck(outcome);
  };

  return {
    check,
    /** The result no longer matches the form. */
    forget: () => {
      running.current?.abort();
      setCheck({ phase: 'idle' });
    },
    read: (form: ProviderForm, found: (models: readonly ListedModel[]) => void) =>
      ask('reading', form, async (settings, signal) => {
        const answer = await host.ask('x-loggia/readModels', { ...provider, settings }, { signal });
        if (answer.problem) return { phase: 'failed', problem: answer.problem };
        if (!signal.aborted) found(answer.models);
        return { phase: 'read', count: answer.models.length };
      }),
    test: (form: ProviderForm) =>
      ask('testing', form, async (settings, signal) => {
        const model = form.model.trim();
        const params = { ...provider, settings, ...(model !== '' && { model }) };
        const tested = await host.ask('x-loggia/testModel', params, { signal });
        return tested.problem ? { phase: 'failed', problem: tested.problem } : { phase: 'tested', tested };
      }),
  };
}
