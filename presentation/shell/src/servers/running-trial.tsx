import type { CallUnderWay } from '@loggia/protocol';
import { useEffect, useState } from 'react';
import { OpenQuestions, useCallsUnderWay } from '../calls/open-questions.tsx';
import { Button } from '../ui/button.tsx';
import { Progress, Spinner } from '../ui/states.tsx';

/** A call that runs: for how long, how far it is, and what its server asks. */
export function RunningTrial({
  call,
  since,
  onCancel,
}: {
  readonly call: string;
  /** In the time of `performance.now`. */
  readonly since: number;
  onCancel(): void;
}) {
  const seconds = useSecondsSince(since);
  const underWay = useCallsUnderWay().find(({ id }) => id === call);
  const asks = (underWay?.questions.length ?? 0) > 0;
  return (
    <>
      <div className="tool-form-foot">
        <Spinner label="Running" />
        <span className="trial-time">{asks ? 'Waiting for you' : `Running… ${seconds} s`}</span>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
      {underWay?.progress && <HowFar progress={underWay.progress} />}
      {underWay && <OpenQuestions call={underWay} />}
    </>
  );
}

function HowFar({
  progress: { progress, total, message },
}: {
  readonly progress: NonNullable<CallUnderWay['progress']>;
}) {
  const words = message ?? (total === undefined ? `Step ${progress}` : `${progress} of ${total}`);
  return (
    <div className="trial-progress" aria-live="polite">
      <span>{words}</span>
      {total !== undefined && <Progress value={progress} most={total} label={words} />}
    </div>
  );
}

function useSecondsSince(since: number): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - since) / 1000)), 500);
    return () => clearInterval(timer);
  }, [since]);
  return seconds;
}
