import type { ConnectionTest } from '@loggia/protocol';
import { CircleCheck, PlugZap } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Note, Spinner } from '../../ui/states.tsx';
import { asName } from '../../ui/foreign-words.ts';
import { foundWords, versionWords } from './test-words.ts';
import type { Tester } from './use-connection-test.ts';

/** Starts a test, or shows that one runs and lets go of it. */
export function TestButton({ tester, onTest }: { readonly tester: Tester; onTest(): void }) {
  if (tester.seconds === undefined)
    return (
      <Button icon={<PlugZap />} onClick={onTest}>
        Test connection
      </Button>
    );
  return (
    <span className="test-running">
      <Spinner label="Connecting" />
      <span>Connecting… {tester.seconds} s</span>
      <Button size="small" onClick={tester.cancel}>
        Cancel test
      </Button>
    </span>
  );
}

/** The result of one connection, in words. */
export function TestResult({ tester: { result, error } }: { readonly tester: Tester }) {
  return (
    <div aria-live="polite">
      {error !== undefined && <Note tone="danger">{error}</Note>}
      {result && <Outcome test={result} />}
    </div>
  );
}

function Outcome({ test }: { readonly test: ConnectionTest }) {
  if (test.outcome === 'failed')
    return (
      <Note tone="danger">
        {test.reason}
        {test.log && <CodeBlock label="Server output" text={test.log.join('\n')} />}
      </Note>
    );
  if (test.outcome === 'signIn')
    return <Note tone="info">{test.reason} Save it, then sign in on its page.</Note>;
  return (
    <div className="test-ready">
      <CircleCheck aria-hidden />
      <div>
        <p>
          Connected to <strong>{asName(test.title ?? test.name ?? 'the server')}</strong>
          {versionWords(test)}. It offers {foundWords(test)}.
        </p>
        {(test.tools ?? []).length > 0 && (
          <details>
            <summary>Show its tools</summary>
            <ul>
              {(test.tools ?? []).map(({ name, title }) => (
                <li key={name}>
                  <code>{name}</code> {title !== undefined && title !== name && asName(title)}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </div>
  );
}
