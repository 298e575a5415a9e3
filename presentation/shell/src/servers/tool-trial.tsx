import type { ServerReport, ToolDefinition } from '@loggia/protocol';
import { Play } from 'lucide-react';
import { useMemo, useState } from 'react';
import { checkForm, type Complaints } from '../forms/check-form.ts';
import { withJsonState } from '../forms/json-states.ts';
import { SchemaFields } from '../forms/schema-fields.tsx';
import { Button } from '../ui/button.tsx';
import { confirm } from '../ui/question-queue.ts';
import { Failure, Note } from '../ui/states.tsx';
import { attempt } from '../ui/toast-queue.ts';
import { Exchange } from './exchange.tsx';
import { GrantButton } from './grant-button.tsx';
import { RunningTrial } from './running-trial.tsx';
import { useSignIns } from './sign-in/use-sign-ins.ts';
import { initialArguments, toolForm } from './tool-arguments.ts';
import { ToolResult } from './tool-result.tsx';
import { useTrial } from './use-trial.ts';
import type { Servers } from './use-servers.ts';

const none: Complaints = new Map();

/** A form made from the tool's schema. It runs the tool as the user, outside any chat. */
export function ToolTrial({
  tool,
  report,
  servers,
}: {
  readonly tool: ToolDefinition;
  readonly report: ServerReport;
  readonly servers: Servers;
}) {
  const { signedIn } = useSignIns();
  const isSignedIn = signedIn.some(({ server }) => server === report.id);
  const [values, setValues] = useState<unknown>(() => initialArguments(tool.inputSchema));
  const fields = useMemo(() => toolForm(tool.inputSchema, values), [tool.inputSchema, values]);
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const [hasTried, setHasTried] = useState(false);
  const complaints = useMemo(() => checkForm(fields, values), [fields, values]);
  const { trial, run, cancel } = useTrial({ server: report.id, ...servers.scope });

  const tryIt = async (): Promise<void> => {
    setHasTried(true);
    if (complaints.size > 0 || broken.size > 0) return;
    if (tool.annotations?.destructiveHint === true && !(await isSure(tool.name))) return;
    await run({ name: tool.name, arguments: values as Readonly<Record<string, unknown>> });
  };
  return (
    <div className="tool-form">
      <form
        className="tool-form"
        aria-label={`Try ${tool.name}`}
        onSubmit={(event) => {
          event.preventDefault();
          attempt(tryIt());
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
        {trial.at !== 'running' && (
          <div className="tool-form-foot">
            <Button type="submit" icon={<Play />}>
              Try it
            </Button>
            {trial.at === 'canceled' && <span role="status">Canceled.</span>}
          </div>
        )}
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
        {(trial.at === 'done' || trial.at === 'failed') && (
          <Exchange
            method="tools/call"
            params={trial.sent}
            response={trial.at === 'done' ? trial.result : { error: trial.answer }}
          />
        )}
      </form>
      {trial.at === 'running' && <RunningTrial call={trial.call} since={trial.since} onCancel={cancel} />}
    </div>
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
