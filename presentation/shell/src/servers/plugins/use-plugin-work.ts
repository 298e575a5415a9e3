import { useEffect, useRef, useState } from 'react';
import { asError } from '../../host/as-error.ts';
import { useHost } from '../../host/host-context.tsx';
import { attempt } from '../../ui/toast-queue.ts';

/** One piece of work at a time that fetches a plugin: it may take long, and can be canceled. */
export interface PluginWork {
  /** The current step, in words; undefined while idle. */
  readonly doing: string | undefined;
  readonly error: string | undefined;
  /** Resolves to the result; undefined where it failed, or was canceled. */
  run<Result>(work: (tools: WorkTools) => Promise<Result>): Promise<Result | undefined>;
  cancel(): void;
  forget(): void;
}

interface WorkTools {
  /** Names the work to the host, so that it can be canceled there. */
  readonly call: string;
  readonly options: { readonly signal: AbortSignal; readonly timeoutMs: number };
  upload(file: File): Promise<{ readonly hash: string }>;
}

/** Longer than the host gives Git. */
const withinMs = 5 * 60_000;

export function usePluginWork(): PluginWork {
  const host = useHost();
  const [doing, setDoing] = useState<string>();
  const [error, setError] = useState<string>();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  return {
    doing,
    error,
    run: async (work) => {
      abort.current?.abort();
      const controller = new AbortController();
      abort.current = controller;
      const { signal } = controller;
      const call = crypto.randomUUID();
      signal.addEventListener('abort', () => attempt(host.ask('x-loggia/cancelCall', { call })));
      setError(undefined);
      setDoing('Reading the plugin…');
      try {
        return await work({
          call,
          options: { signal, timeoutMs: withinMs },
          upload: async (file) => {
            const onProgress = (sent: number): void =>
              setDoing(`Uploading… ${Math.floor((100 * sent) / Math.max(1, file.size))} %`);
            const uploaded = await host.content.upload(file, { signal, onProgress });
            setDoing('Reading the plugin…');
            return uploaded;
          },
        });
      } catch (problem) {
        if (!signal.aborted) setError(asError(problem).message);
        return undefined;
      } finally {
        if (abort.current === controller) {
          abort.current = undefined;
          setDoing(undefined);
        }
      }
    },
    cancel: () => {
      abort.current?.abort();
      abort.current = undefined;
      setDoing(undefined);
    },
    forget: () => setError(undefined),
  };
}
