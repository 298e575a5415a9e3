import type { AgentCatalogEntry } from '@loggia/protocol';
import { useId } from 'react';
import { CodeBlock } from '../ui/code-block.tsx';
import { visibly } from '../ui/foreign-words.ts';
import { programIn, variableNames, type AgentForm } from './agent-form.ts';

/** The exact program that would run, and the person's decision about it. Another program needs another decision. */
export function TrustPanel({
  form,
  entry,
  isTrusted,
  onTrust,
}: {
  readonly form: AgentForm;
  readonly entry: AgentCatalogEntry | undefined;
  readonly isTrusted: boolean;
  onTrust(trust: boolean): void;
}) {
  const id = useId();
  const program = programIn(form);
  const names = variableNames(form);
  const folder = form.folder.trim();
  const isFetched = entry?.isInstalled === false && entry.settings?.command === 'npx';
  return (
    <section className="agent-trust" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>What will run on the host’s machine</h3>
      {program === undefined ? (
        <p className="setting-help">Enter a command first.</p>
      ) : (
        <>
          <CodeBlock label="Command" text={visibly(form.line.trim())} />
          <p className="setting-help">
            It starts in {folder === '' ? 'the folder of the session' : visibly(folder)}
            {names.length === 0 ? ' and gets no variables' : ` and gets ${visibly(names.join(', '))}`}. It
            runs as the user of the host, outside of any sandbox: it can read and change what that user can.
            {isFetched &&
              ` npx downloads ${visibly(entry.package ?? 'its package')} from the npm registry first.`}
          </p>
        </>
      )}
      <label className="agent-trust-check" htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          checked={isTrusted}
          disabled={program === undefined}
          onChange={(event) => onTrust(event.target.checked)}
        />
        I trust this program
      </label>
    </section>
  );
}
