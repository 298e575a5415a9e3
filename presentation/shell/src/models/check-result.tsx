import { CircleCheck } from 'lucide-react';
import { Note, Spinner } from '../ui/states.tsx';
import type { Check, Tested } from './use-provider-check.ts';

/** The result of loading the list or of a test, visible and announced. */
export function CheckResult({ check }: { readonly check: Check }) {
  return (
    <div className="model-check" role="status">
      {(check.phase === 'reading' || check.phase === 'testing') && (
        <p className="model-check-line">
          <Spinner label={check.phase === 'testing' ? 'Testing' : 'Loading the models'} />
          {check.phase === 'testing' ? 'Asking the model for one word…' : 'Loading the list of models…'}
        </p>
      )}
      {check.phase === 'read' && (
        <p className="model-check-line">
          {check.count === 0
            ? 'It answers, but has no model yet.'
            : `Found ${check.count} ${check.count === 1 ? 'model' : 'models'}.`}
        </p>
      )}
      {check.phase === 'tested' && (
        <p className="model-check-line" data-tone="success">
          <CircleCheck aria-hidden />
          {testedWords(check.tested)}
        </p>
      )}
      {check.phase === 'failed' && (
        <Note tone="danger">
          {check.problem.message} {check.problem.advice}
        </Note>
      )}
    </div>
  );
}

function testedWords({ model = 'The model', answer = '', durationMs }: Tested): string {
  const time = durationMs < 1000 ? `${Math.round(durationMs)} ms` : `${(durationMs / 1000).toFixed(1)} s`;
  return `It works: ${model} answered in ${time}${answer === '' ? '.' : `: “${answer.slice(0, 80)}”`}`;
}
