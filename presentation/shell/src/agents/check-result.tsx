import { CircleCheck } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { visibly } from '../ui/foreign-words.ts';
import { Note, Spinner } from '../ui/states.tsx';
import { testedWords } from './agent-words.ts';
import type { Check } from './use-agent-check.ts';

/** The outcome of a test or a sign-in, visible and announced. */
export function CheckResult({ check, onStop }: { readonly check: Check; onStop(): void }) {
  const tested = check.phase === 'done' ? check.tested : undefined;
  return (
    <div className="agent-check" role="status">
      {check.phase === 'running' && (
        <p className="agent-check-line">
          <Spinner label={check.what === 'testing' ? 'Testing' : 'Signing in'} />
          {check.what === 'testing'
            ? 'Starting the agent and opening a session… A package that has to be downloaded can take minutes.'
            : 'The agent is signing in. It may have opened a browser on the host’s machine.'}
          <Button size="small" onClick={onStop}>
            Cancel
          </Button>
        </p>
      )}
      {tested?.works === true && (
        <p className="agent-check-line" data-tone="success">
          <CircleCheck aria-hidden />
          {visibly(testedWords(tested))}
        </p>
      )}
      {tested?.works === false && <Note tone="danger">{visibly(tested.problem ?? 'It failed.')}</Note>}
      {check.phase === 'refused' && <Note tone="danger">{visibly(check.message)}</Note>}
      {tested?.works === false && tested.output !== undefined && (
        <details className="agent-output">
          <summary>Output of the program</summary>
          <CodeBlock label="Output of the program" text={visibly(tested.output)} />
        </details>
      )}
    </div>
  );
}
