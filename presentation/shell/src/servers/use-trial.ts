import { HostError, type ExtensionResult } from '@loggia/client';
import type { AuthChallenge } from '@loggia/protocol';
import { useEffect, useRef, useState } from 'react';
import { followerOf } from '../calls/call-follower.ts';
import { asError } from '../host/as-error.ts';
import { useHost } from '../host/host-context.tsx';
import { attempt } from '../ui/toast-queue.ts';
import { challengeIn } from './sign-in/challenge-in.ts';

type Result = ExtensionResult<'x-loggia/callTool'>;

/** The request to the server as its author would look for it. */
export interface Sent {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export type Trial =
  | { readonly at: 'form' }
  | { readonly at: 'running'; readonly call: string; readonly since: number }
  | { readonly at: 'canceled' }
  | { readonly at: 'done'; readonly sent: Sent; readonly result: Result; readonly ms: number }
  | { readonly at: 'failed'; readonly sent: Sent; readonly error: Error; readonly answer: unknown }
  | { readonly at: 'blocked'; readonly challenge: AuthChallenge };

/** Tools may take long; the user can cancel. */
const withinMs = 60 * 60_000;

/** One call of a tool at a time, as the person herself. Leaving the page cancels it. */
export function useTrial(where: { readonly server: string; readonly session?: string }): {
  readonly trial: Trial;
  run(sent: Sent): Promise<void>;
  cancel(): void;
} {
  const host = useHost();
  const [trial, setTrial] = useState<Trial>({ at: 'form' });
  const running = useRef<string>(undefined);
  const stop = (): void => {
    const { current } = running;
    running.current = undefined;
    if (current !== undefined) attempt(host.ask('x-loggia/cancelCall', { call: current }));
  };
  const leave = useRef(stop);
  useEffect(() => {
    leave.current = stop;
  });
  useEffect(() => () => leave.current(), []);
  const run = async (sent: Sent): Promise<void> => {
    const call = crypto.randomUUID();
    running.current = call;
    const began = performance.now();
    setTrial({ at: 'running', call, since: began });
    const isOver = (): boolean => running.current !== call;
    try {
      const { name: tool, arguments: input } = sent;
      const calling = host.ask(
        'x-loggia/callTool',
        { ...where, tool, arguments: input, call },
        { timeoutMs: withinMs },
      );
      const result = await followerOf(host).during(calling);
      if (!isOver()) setTrial({ at: 'done', sent, result, ms: performance.now() - began });
    } catch (error) {
      if (isOver()) return;
      const challenge = error instanceof HostError ? challengeIn(error) : undefined;
      if (challenge) setTrial({ at: 'blocked', challenge });
      else setTrial({ at: 'failed', sent, error: asError(error), answer: answerIn(error) });
    } finally {
      if (!isOver()) running.current = undefined;
    }
  };
  const cancel = (): void => {
    stop();
    setTrial({ at: 'canceled' });
  };
  return { trial, run, cancel };
}

function answerIn(error: unknown): unknown {
  if (!(error instanceof HostError)) return { message: asError(error).message };
  const { code, message, data } = error;
  return { code, message, ...(data !== undefined && { data }) };
}
