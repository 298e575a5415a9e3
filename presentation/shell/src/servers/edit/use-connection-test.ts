import type { ConnectionTest, KeptSecrets, ServerSettings } from '@loggia/protocol';
import { useEffect, useRef, useState } from 'react';
import { asError } from '../../host/as-error.ts';
import { useHost } from '../../host/host-context.tsx';
import { attempt } from '../../ui/toast-queue.ts';

export interface TestedDefinition {
  /** The server whose stored values are kept. */
  readonly server?: string;
  readonly settings: ServerSettings;
  readonly keep?: KeptSecrets;
}

export interface Tester {
  /** The duration of the running test; undefined without one. */
  readonly seconds: number | undefined;
  readonly result: ConnectionTest | undefined;
  readonly error: string | undefined;
  /** Resolves to its result; undefined where it failed, or was canceled. `define` may throw a sentence. */
  run(define: () => TestedDefinition): Promise<ConnectionTest | undefined>;
  cancel(): void;
}

/** Packages that are installed first may take long; the user can cancel. */
const withinMs = 10 * 60_000;

type State = Pick<Tester, 'seconds' | 'result' | 'error'>;
const idle: State = { seconds: undefined, result: undefined, error: undefined };

/** One test at a time; a new one takes the place of what the last one showed. */
export function useConnectionTest(): Tester {
  const host = useHost();
  const [state, setState] = useState<State>(idle);
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const isRunning = state.seconds !== undefined;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(
      () => setState((now) => (now.seconds === undefined ? now : { ...now, seconds: now.seconds + 1 })),
      1000,
    );
    return () => clearInterval(timer);
  }, [isRunning]);
  return {
    ...state,
    run: async (define) => {
      abort.current?.abort();
      const controller = new AbortController();
      abort.current = controller;
      const call = crypto.randomUUID();
      controller.signal.addEventListener('abort', () => attempt(host.ask('x-loggia/cancelCall', { call })));
      try {
        const definition = define();
        setState({ ...idle, seconds: 0 });
        const { test } = await host.ask(
          'x-loggia/testServer',
          { ...definition, call },
          { signal: controller.signal, timeoutMs: withinMs },
        );
        if (controller.signal.aborted) return undefined;
        setState({ ...idle, result: test });
        return test;
      } catch (error) {
        if (!controller.signal.aborted) setState({ ...idle, error: asError(error).message });
        return undefined;
      }
    },
    cancel: () => {
      abort.current?.abort();
      setState(idle);
    },
  };
}
