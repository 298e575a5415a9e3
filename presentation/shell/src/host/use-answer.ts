import type { Extension, ExtensionParams, ExtensionResult } from '@loggia/client';
import { useCallback, useEffect, useState } from 'react';
import { asError } from './as-error.ts';
import { useHost } from './host-context.tsx';

export interface Answer<Value> {
  /** The newest answer; the previous one stays during a new request. */
  readonly value: Value | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  again(): void;
}

/** The answer to a command, requested again whenever its parameters change; no request without parameters. */
export function useAnswer<Method extends Extension>(
  method: Method,
  params: ExtensionParams<Method> | undefined,
): Answer<ExtensionResult<Method>> {
  const host = useHost();
  const key = JSON.stringify(params);
  const [round, setRound] = useState(0);
  const [state, setState] = useState<{ value?: ExtensionResult<Method>; error?: Error; for?: string }>({});
  const question = key === undefined ? undefined : `${key} ${round}`;
  useEffect(() => {
    if (key === undefined || question === undefined) return;
    const abort = new AbortController();
    host.ask(method, JSON.parse(key) as ExtensionParams<Method>, { signal: abort.signal }).then(
      (value) => !abort.signal.aborted && setState({ value, for: question }),
      (error: unknown) =>
        !abort.signal.aborted &&
        setState((before) => ({
          ...(before.value !== undefined && { value: before.value }),
          error: asError(error),
          for: question,
        })),
    );
    return () => abort.abort();
  }, [host, method, key, question]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  return {
    value: state.value,
    error: state.for === question ? state.error : undefined,
    isLoading: question !== undefined && state.for !== question,
    again,
  };
}
