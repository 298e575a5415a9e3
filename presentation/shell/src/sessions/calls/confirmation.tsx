import { viewToolOf, type ToolCallIn } from '@loggia/protocol';
import { Pencil } from 'lucide-react';
import { useId, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/states.tsx';
import { complain } from '../../ui/toast-queue.ts';
import { useKept, useScene } from '../chat/scene.tsx';
import { plain, withoutMarks, type Owner } from './call-words.ts';
import { CallInput } from './call-input.tsx';
import { choicesFor, withEditedInput, withReason, type Decision } from './choices.ts';
import { FileEdits } from './file-edits.tsx';
import { pretty, problemOfInput } from './json-text.ts';
import { asLabel, visibly } from '../../ui/foreign-words.ts';

type Pending = ToolCallIn<'pending-confirmation'>;

/** Asks whether a tool may run, with everything that it would be given. */
export function Confirmation({
  call,
  turn,
  owner,
}: {
  readonly call: Pending;
  readonly turn: string;
  readonly owner: Owner | undefined;
}) {
  const { client } = useHost();
  const { chat, answered } = useScene();
  const { toolInput, toolCallId } = call;
  const given = typeof toolInput === 'string' ? pretty(toolInput) : undefined;
  const [edited, setEdited] = useKept<string | undefined>(`${toolCallId} edit`, () => undefined);
  const [reason, setReason] = useKept<string | undefined>(`${toolCallId} reason`, () => undefined);
  const [isSent, setSent] = useState(false);
  const title = useId();
  const problem = edited === undefined ? undefined : problemOfInput(edited);
  const send = (decision: Decision): void => {
    setSent(true);
    answered(toolCallId);
    client
      .dispatch(chat, { type: 'chat/toolCallConfirmed', turnId: turn, toolCallId, ...decision })
      .settled.catch((error: unknown) => {
        setSent(false);
        complain(error);
      });
  };
  const choices = choicesFor(call);
  const { reason: risk, safety } = call.riskAssessment ?? {};
  const isRisky = typeof safety !== 'number' || safety < 0.3;
  return (
    <section className="call-confirm" aria-labelledby={title} data-question-of={toolCallId} tabIndex={-1}>
      <h4 id={title}>{visibly(withoutMarks(plain(call.confirmationTitle ?? call.invocationMessage)))}</h4>
      <p className="call-confirm-who">
        {owner === undefined
          ? 'A tool of the agent'
          : `A tool of ${viewToolOf(call) ? 'the ' : ''}${asLabel(owner.name)}`}
        {call.intention !== undefined && `: ${visibly(call.intention)}`}
      </p>
      {typeof risk === 'string' && <Note tone={isRisky ? 'warning' : 'info'}>{visibly(risk)}</Note>}
      {call.edits !== undefined && <FileEdits edits={call.edits.items} />}
      {edited !== undefined ? (
        <Field label="Input, as JSON" error={problem}>
          {(wiring) => (
            <textarea
              {...wiring}
              className="input call-editor"
              spellCheck={false}
              rows={Math.min(16, edited.split('\n').length + 1)}
              value={edited}
              onChange={(event) => setEdited(event.target.value)}
            />
          )}
        </Field>
      ) : (
        given !== undefined && given !== '{}' && <CallInput input={given} />
      )}
      {reason !== undefined && (
        <Field label="Why not?" help="The agent sees your reason and may try something else.">
          {(wiring) => (
            <input
              {...wiring}
              className="input"
              autoFocus
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      )}
      <div className="call-actions">
        {choices.map((choice, index) => (
          <Button
            key={choice.decision.selectedOptionId ?? choice.label}
            kind={index === 0 ? 'primary' : 'secondary'}
            disabled={isSent || (choice.approves && problem !== undefined)}
            onClick={() =>
              send(choice.approves ? withEditedInput(choice, edited) : withReason(choice, reason ?? ''))
            }
          >
            {asLabel(choice.label)}
          </Button>
        ))}
        {reason === undefined && (
          <Button kind="quiet" disabled={isSent} onClick={() => setReason('')}>
            Deny with a reason…
          </Button>
        )}
        {call.editable === true && given !== undefined && (
          <Button
            kind="quiet"
            icon={<Pencil />}
            disabled={isSent}
            onClick={() => setEdited(edited === undefined ? given : undefined)}
          >
            {edited === undefined ? 'Edit the input' : 'Undo my edit'}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Asks whether the agent may see what a tool answered. */
export function ResultConfirmation({
  call,
  turn,
}: {
  readonly call: ToolCallIn<'pending-result-confirmation'>;
  readonly turn: string;
}) {
  const { client } = useHost();
  const { chat, answered } = useScene();
  const [isSent, setSent] = useState(false);
  const title = useId();
  const send = (approved: boolean): void => {
    setSent(true);
    answered(call.toolCallId);
    client
      .dispatch(chat, {
        type: 'chat/toolCallResultConfirmed',
        turnId: turn,
        toolCallId: call.toolCallId,
        approved,
      })
      .settled.catch((error: unknown) => {
        setSent(false);
        complain(error);
      });
  };
  return (
    <section
      className="call-confirm"
      aria-labelledby={title}
      data-question-of={call.toolCallId}
      tabIndex={-1}
    >
      <h4 id={title}>May the agent see this result?</h4>
      <div className="call-actions">
        <Button kind="primary" disabled={isSent} onClick={() => send(true)}>
          Share with agent
        </Button>
        <Button disabled={isSent} onClick={() => send(false)}>
          Withhold
        </Button>
      </div>
    </section>
  );
}
