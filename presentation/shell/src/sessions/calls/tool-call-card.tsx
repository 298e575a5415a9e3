import './calls.css';
import type { ToolCall } from '@loggia/protocol';
import { ChevronRight } from 'lucide-react';
import { memo, useEffect, useId } from 'react';
import { GrantButton } from '../../servers/grant-button.tsx';
import { Badge, Note } from '../../ui/states.tsx';
import { hasView, ToolCallView } from '../../views/tool-call-view.tsx';
import { useKept, useScene } from '../chat/scene.tsx';
import { contentOf, cutOf, inputOf, ownerOf, plain, stateOf, titleOf, type CallTone } from './call-words.ts';
import { Confirmation, ResultConfirmation } from './confirmation.tsx';
import { FoldedText } from './folded-text.tsx';
import { pretty } from './json-text.ts';
import { ResultContent } from './result-content.tsx';
import { ServerIcon } from './server-icon.tsx';

const tones = {
  busy: 'info',
  waits: 'warning',
  done: 'success',
  failed: 'danger',
  stopped: undefined,
} as const satisfies Readonly<Record<CallTone, string | undefined>>;

/** A call: who runs what, how it is, what it was given and what it came to; and its View, where it has one. */
export const ToolCallCard = memo(function ToolCallCard({
  call,
  turn,
  activity,
}: {
  readonly call: ToolCall;
  readonly turn: string;
  /** How far it is, as its server says. */
  readonly activity: string | undefined;
}) {
  const { session, chat, owners } = useScene();
  const owner = ownerOf(call, owners);
  const { word, tone } = stateOf(call);
  const [wasShown, setShown] = useKept(`${call.toolCallId} view`, () => false);
  // While somebody has to decide, nothing has run: the question is what should be seen. What was called off before
  // there was a View of it has nothing to show either; a View that was there is told, and may stay.
  const shows =
    hasView(call) && (call.status === 'cancelled' ? wasShown : call.status !== 'pending-confirmation');
  useEffect(() => {
    if (shows && !wasShown) setShown(true);
  });
  const [isOpen, setOpen] = useKept(`${call.toolCallId} open`, () => false);
  const id = useId();
  const cut = cutOf(call);
  const isWaiting = tone === 'waits';
  return (
    <div className="call" data-tone={tone} data-subject={call.toolCallId}>
      <button
        type="button"
        className="call-line"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <ServerIcon icons={owner?.icons} isServer={owner?.server !== undefined} />
        <span className="call-title">{titleOf(call)}</span>
        {owner !== undefined && <span className="call-owner">{owner.name}</span>}
        {tone !== 'done' && <Badge {...(tones[tone] && { tone: tones[tone] })}>{word}</Badge>}
        {tone === 'done' && <span className="unseen">{word}</span>}
        <ChevronRight className="call-chevron" aria-hidden />
      </button>
      {tone === 'busy' && activity !== undefined && <p className="call-activity">{activity}</p>}
      {call.status === 'pending-confirmation' && <Confirmation call={call} turn={turn} owner={owner} />}
      {call.status === 'auth-required' && (
        <div className="call-confirm">
          <h4>{`“${owner?.name ?? 'The server'}” needs you to sign in to continue`}</h4>
          {call.auth.description !== undefined && <p className="call-confirm-who">{call.auth.description}</p>}
          <div className="call-actions">
            <GrantButton
              challenge={call.auth}
              serverName={owner?.name ?? 'the server'}
              server={owner?.server}
              channel={session}
            />
          </div>
        </div>
      )}
      {call.status === 'completed' && !call.success && (
        <Note tone="danger">{call.error?.message || plain(call.pastTenseMessage) || 'The tool failed.'}</Note>
      )}
      {call.status === 'cancelled' && plain(call.reasonMessage) !== '' && (
        <p className="call-activity">{plain(call.reasonMessage)}</p>
      )}
      {cut !== undefined && <p className="call-cut">{cut} This is the full result.</p>}
      <div id={id} className="call-inside" hidden={!isOpen && call.status !== 'pending-result-confirmation'}>
        {(isOpen || call.status === 'pending-result-confirmation') && (
          <Inside call={call} hidesInput={isWaiting && call.status === 'pending-confirmation'} />
        )}
      </div>
      {call.status === 'pending-result-confirmation' && <ResultConfirmation call={call} turn={turn} />}
      {shows && (
        <ToolCallView session={session} chat={chat} turn={turn} toolCall={call.toolCallId} slot="inline" />
      )}
    </div>
  );
});

function Inside({ call, hidesInput }: { readonly call: ToolCall; readonly hidesInput: boolean }) {
  const input = inputOf(call);
  const content = contentOf(call);
  const structured = 'structuredContent' in call ? call.structuredContent : undefined;
  const isOver = call.status === 'completed' || call.status === 'pending-result-confirmation';
  return (
    <dl className="call-facts">
      <div>
        <dt>Tool</dt>
        <dd>
          <code>{call.toolName}</code>
          {'selectedOption' in call && call.selectedOption !== undefined && ` · ${call.selectedOption.label}`}
          {'confirmed' in call && call.confirmed === 'setting' && ' · allowed by an earlier answer'}
        </dd>
      </div>
      {input !== undefined && input !== '' && !hidesInput && (
        <div>
          <dt>Input</dt>
          <dd>
            <FoldedText text={pretty(input)} label="Input" />
          </dd>
        </div>
      )}
      {content.length > 0 && (
        <div>
          <dt>Result</dt>
          <dd>
            {content.slice(0, 200).map((block, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- blocks have no names, and never move
              <ResultContent key={index} content={block} />
            ))}
            {content.length > 200 && (
              <p className="call-cut">{content.length - 200} more parts are not shown.</p>
            )}
          </dd>
        </div>
      )}
      {structured !== undefined && (
        <div>
          <dt>Data</dt>
          <dd>
            <FoldedText text={JSON.stringify(structured, undefined, 2)} label="Data of the result" />
          </dd>
        </div>
      )}
      {isOver && content.length === 0 && structured === undefined && (
        <div>
          <dt>Result</dt>
          <dd>{plain(call.pastTenseMessage) || 'Nothing'}</dd>
        </div>
      )}
    </dl>
  );
}
