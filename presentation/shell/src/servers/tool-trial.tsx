import { HostError, type ExtensionResult } from '@loggia/client';
import type { AuthChallenge, ServerReport, ToolDefinition } from '@loggia/protocol';
import { Play } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { asError } from '../host/as-error.ts';
import { useHost } from '../host/host-context.tsx';
import { Button } from '../ui/button.tsx';
import { confirm } from '../ui/confirm.tsx';
import { Field } from '../ui/field.tsx';
import { Failure, Note, Spinner } from '../ui/states.tsx';
import { attempt } from '../ui/toasts.tsx';
import { GrantButton } from './grant-button.tsx';
import { challengeIn } from './sign-in/challenge-in.ts';
import { useSignIns } from './sign-in/use-sign-ins.ts';
import { fieldsOf, readArguments, type ToolField } from './tool-fields.ts';
import { ToolResult } from './tool-result.tsx';
import type { Servers } from './use-servers.ts';

type Result = ExtensionResult<'x-loggia/callTool'>;
type Trial =
  | { readonly at: 'form' }
  | { readonly at: 'running' }
  | { readonly at: 'done'; readonly result: Result; readonly ms: number }
  | { readonly at: 'failed'; readonly error: Error }
  | { readonly at: 'blocked'; readonly challenge: AuthChallenge };

/** Tools may take long; whoever waits can cancel. */
const withinMs = 10 * 60_000;

/** A form made from the tool's schema. What it runs, it runs as the user, outside any chat. */
export function ToolTrial({
  tool,
  report,
  servers,
}: {
  readonly tool: ToolDefinition;
  readonly report: ServerReport;
  readonly servers: Servers;
}) {
  const host = useHost();
  const { signedIn } = useSignIns();
  const isSignedIn = signedIn.some(({ server }) => server === report.id);
  const fields = useMemo(() => fieldsOf(tool.inputSchema), [tool.inputSchema]);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [trial, setTrial] = useState<Trial>({ at: 'form' });
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const run = async (): Promise<void> => {
    const read = readArguments(fields, typed);
    setProblems(read.problems);
    if (Object.keys(read.problems).length > 0) return;
    if (tool.annotations?.destructiveHint === true && !(await isSure(tool.name))) return;
    const controller = new AbortController();
    abort.current = controller;
    setTrial({ at: 'running' });
    const began = performance.now();
    try {
      const result = await host.ask(
        'x-loggia/callTool',
        { server: report.id, tool: tool.name, arguments: read.values, ...servers.scope },
        { signal: controller.signal, timeoutMs: withinMs },
      );
      if (!controller.signal.aborted) setTrial({ at: 'done', result, ms: performance.now() - began });
    } catch (error) {
      if (controller.signal.aborted) return;
      const challenge = error instanceof HostError ? challengeIn(error) : undefined;
      if (challenge) setTrial({ at: 'blocked', challenge });
      else setTrial({ at: 'failed', error: asError(error) });
    }
  };
  const cancel = (): void => {
    abort.current?.abort();
    setTrial({ at: 'form' });
  };
  return (
    <form
      className="tool-form"
      aria-label={`Try ${tool.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        attempt(run());
      }}
    >
      {fields.map((field) => (
        <Argument
          key={field.name}
          field={field}
          value={(Object.hasOwn(typed, field.name) ? typed[field.name] : undefined) ?? field.initial}
          problem={Object.hasOwn(problems, field.name) ? problems[field.name] : undefined}
          onChange={(value) => setTyped((before) => ({ ...before, [field.name]: value }))}
        />
      ))}
      <div className="tool-form-foot" aria-live="polite">
        {trial.at === 'running' ? (
          <>
            <Spinner label="Running" />
            <span>It runs.</span>
            <Button onClick={cancel}>Cancel</Button>
          </>
        ) : (
          <Button type="submit" icon={<Play />}>
            Try it
          </Button>
        )}
      </div>
      {trial.at === 'failed' && <Failure error={trial.error} />}
      {trial.at === 'blocked' &&
        (report.state.kind === 'authRequired' ? (
          <Note tone="info">It needs a sign-in. Sign in above, then try it again.</Note>
        ) : report.state.kind === 'ready' && isSignedIn ? (
          <Note tone="info">You are signed in now. Try it again.</Note>
        ) : (
          <GrantButton
            challenge={trial.challenge}
            serverName={report.name}
            server={report.id}
            channel={servers.channel}
          />
        ))}
      {trial.at === 'done' && <ToolResult result={trial.result} ms={trial.ms} />}
    </form>
  );
}

function isSure(name: string): Promise<boolean> {
  return confirm({
    title: `Run ${name}?`,
    text: 'Its server says that this tool may destroy something. It really runs, with your permissions.',
    action: 'Run it',
    danger: true,
  });
}

function Argument({
  field,
  value,
  problem,
  onChange,
}: {
  readonly field: ToolField;
  readonly value: string;
  readonly problem: string | undefined;
  onChange(value: string): void;
}) {
  const { label, isRequired, description, kind, choices, placeholder } = field;
  return (
    <Field
      label={isRequired ? `${label} (required)` : label}
      error={problem}
      {...(description !== undefined && { help: description })}
    >
      {(wiring) => {
        const common = { ...wiring, className: 'input', value };
        if (kind === 'choice' || kind === 'switch') {
          const options = kind === 'choice' ? choices : ['true', 'false'];
          return (
            <select {...common} onChange={(event) => onChange(event.target.value)}>
              <option value="">Not given</option>
              {options.map((choice) => (
                <option key={choice} value={choice}>
                  {choice}
                </option>
              ))}
            </select>
          );
        }
        if (kind === 'json') {
          return (
            <textarea
              {...common}
              rows={3}
              spellCheck={false}
              placeholder="JSON"
              onChange={(event) => onChange(event.target.value)}
            />
          );
        }
        return (
          <input
            {...common}
            inputMode={kind === 'number' ? 'decimal' : 'text'}
            placeholder={placeholder}
            onChange={(event) => onChange(event.target.value)}
          />
        );
      }}
    </Field>
  );
}
