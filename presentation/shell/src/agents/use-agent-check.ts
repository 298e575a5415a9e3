import type { TestedAgent } from '@loggia/protocol';
import { useEffect, useRef, useState } from 'react';
import { asError } from '../host/as-error.ts';

export type Check =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly what: 'testing' | 'signing in' }
  | { readonly phase: 'done'; readonly what: 'testing' | 'signing in'; readonly tested: TestedAgent }
  | { readonly phase: 'refused'; readonly message: string };

/** Runs the agent once at a time; the newest run counts, and leaving the page ends it. */
export function useAgentCheck() {
  const [check, setCheck] = useState<Check>({ phase: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const stop = (): void => {
    running.current?.abort();
    setCheck({ phase: 'idle' });
  };
  const run = async (
    what: 'testing' | 'signing in',
    question: (signal: AbortSignal) => Promise<TestedAgent>,
  ): Promise<TestedAgent | undefined> => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setCheck({ phase: 'running', what });
    try {
      const tested = await question(abort.signal);
      if (!abort.signal.aborted) setCheck({ phase: 'done', what, tested });
      return tested;
    } catch (error) {
      if (!abort.signal.aborted) setCheck({ phase: 'refused', message: asError(error).message });
      return undefined;
    }
  };
  return { check, run, stop };
}
