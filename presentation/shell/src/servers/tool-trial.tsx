import { HostError, type ExtensionResult } from '@loggia/client';
import type { AuthChallenge, ServerReport, ToolDefinition } from '@loggia/protocol';
import { Play } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { checkForm, type Complaints } from '../forms/check-form.ts';
import { withJsonState } from '../forms/json-states.ts';
import { SchemaFields } from '../forms/schema-fields.tsx';
import { asError } from '../host/as-error.ts';
import { useHost } from '../host/host-context.tsx';
import { Button } from '../ui/button.tsx';
import { confirm } from '../ui/question-queue.ts';
import { Failure, Note, Spinner } from '../ui/states.tsx';
import { attempt } from '../ui/toast-queue.ts';
import { GrantButton } from './grant-button.tsx';
import { challengeIn } from './sign-in/challenge-in.ts';
import { useSignIns } from './sign-in/use-sign-ins.ts';
import { initialArguments, toolForm } from './tool-arguments.ts';
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

const none: Complaints = new Map();

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
  const [values, setValues] = useState<unknown>(() => initialArguments(tool.inputSchema));
  const fields = useMemo(() => toolForm(tool.inputSchema, values), [tool.inputSchema, values]);
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const [hasTried, setHasTried] = useState(false);
  const complaints = useMemo(() => checkForm(fields, values), [fields, values]);
  const [trial, setTrial] = useState<Trial>({ at: 'form' });
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const run = async (): Promise<void> => {
    setHasTried(true);
    if (complaints.size > 0 || broken.size > 0) return;
    if (tool.annotations?.destructiveHint === true && !(await isSure(tool.name))) return;
    const controller = new AbortController();
    abort.current = controller;
    setTrial({ at: 'running' });
    const began = performance.now();
    try {
      const result = await host.ask(
        'x-loggia/callTool',
        {
          server: report.id,
          tool: tool.name,
          arguments: values as Readonly<Record<string, unknown>>,
          ...servers.scope,
        },
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
      {fields.length > 0 && (
        <SchemaFields
          fields={fields}
          value={values}
          complaints={hasTried ? complaints : none}
          isReadOnly={false}
          change={setValues}
          setJsonState={(pointer, state) => setBroken((before) => withJsonState(before, pointer, state))}
        />
      )}
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
          <Note tone="info">Sign in above, then try again.</Note>
        ) : report.state.kind === 'ready' && isSignedIn ? (
          <Note tone="info">You are signed in. Try again.</Note>
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
    text: 'Its server marks this tool as destructive. It runs for real, with your permissions.',
    action: 'Run it',
    danger: true,
  });
}
