import './calls.css';
import type { ToolCall } from '@loggia/protocol';
import { ChevronRight, Pencil } from 'lucide-react';
import { memo, useEffect, useId, useState } from 'react';
import { GrantButton } from '../../servers/grant-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Badge, Note } from '../../ui/states.tsx';
import { useEvery } from '../../ui/use-every.ts';
import { hasView, ToolCallView } from '../../views/tool-call-view.tsx';
import { useKept, useScene } from '../chat/scene.tsx';
import {
  contentOf,
  cutOf,
  failureOf,
  foreignPageOf,
  inputOf,
  ownerOf,
  plain,
  stateOf,
  titleOf,
  type CallTone,
} from './call-words.ts';
import { CallPlaces } from './call-places.tsx';
import { Confirmation, ResultConfirmation } from './confirmation.tsx';
import { FoldedText } from './folded-text.tsx';
import { pretty } from './json-text.ts';
import { ResultContent, ShownAtOnce } from './result-content.tsx';
import { ServerIcon } from './server-icon.tsx';

const tones = {
  busy: 'info',
  waits: 'warning',
  done: 'success',
  failed: 'danger',
  stopped: undefined,
} as const satisfies Readonly<Record<CallTone, string | undefined>>;

/** A call: its tool and owner, status, input and result, and its View, if any. */
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
  const { session, chat, owners, retryOf } = useScene();
  const owner = ownerOf(call, owners);
  const { word, tone } = stateOf(call);
  const [wasShown, setShown] = useKept(`${call.toolCallId} view`, () => false);
  // Before the user has decided, nothing has run, and only the question should show. A call canceled before it had a
  // View has nothing to show either; an existing View is told and may stay.
  const shows =
    hasView(call) && (call.status === 'cancelled' ? wasShown : call.status !== 'pending-confirmation');
  useEffect(() => {
    if (shows && !wasShown) setShown(true);
  });
  const [isOpen, setOpen] = useKept(`${call.toolCallId} open`, () => false);
  const id = useId();
  const cut = cutOf(call);
  const foreignPage = foreignPageOf(call);
  const failure = failureOf(call);
  const retry = failure === undefined ? undefined : retryOf(turn);
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
        {tone !== 'done' && (
          <Badge {...(tones[tone] && { tone: tones[tone] })}>
            {call.status === 'running' ? <Running id={call.toolCallId} /> : word}
          </Badge>
        )}
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
      {failure !== undefined && (
        <Note
          tone="danger"
          actions={
            retry !== undefined && (
              <Button size="small" icon={<Pencil />} onClick={retry}>
                Edit and retry
              </Button>
            )
          }
        >
          {failure}
        </Note>
      )}
      {!isOpen && !shows && <ShownAtOnce content={contentOf(call)} name={call.displayName} />}
      {call.status === 'cancelled' && plain(call.reasonMessage) !== '' && (
        <p className="call-activity">{plain(call.reasonMessage)}</p>
      )}
      {cut !== undefined && <p className="call-cut">{cut} This is the full result.</p>}
      {foreignPage !== undefined && <p className="call-cut">{foreignPage}</p>}
      <div id={id} className="call-inside" hidden={!isOpen && call.status !== 'pending-result-confirmation'}>
        {(isOpen || call.status === 'pending-result-confirmation') && (
          <Inside call={call} hidesInput={isWaiting && call.status === 'pending-confirmation'} />
        )}
      </div>
      {call.status === 'pending-result-confirmation' && <ResultConfirmation call={call} turn={turn} />}
      {shows && (
        <ToolCallView
          session={session}
          chat={chat}
          turn={turn}
          toolCall={call.toolCallId}
          slot="inline"
          offersSignIn={call.status !== 'auth-required'}
          instead={!isOpen && call.status === 'completed' && <ResultAlone call={call} />}
        />
      )}
    </div>
  );
});

/** How long a call has been running, as far as this page has seen it. */
function Running({ id }: { readonly id: string }) {
  const [since] = useKept(`${id} since`, () => Date.now());
  const [now, setNow] = useState(since);
  useEvery(1000, () => setNow(Date.now()));
  const seconds = Math.floor((now - since) / 1000);
  return seconds < 2 ? 'Running' : `Running… ${seconds} s`;
}

const mostAlone = 20;

/** The result of a call whose View can't be shown. Unfolding the call shows all of it. */
function ResultAlone({ call }: { readonly call: Extract<ToolCall, { status: 'completed' }> }) {
  const { content = [], structuredContent: data } = call;
  return (
    <div className="call-alone">
      {content.slice(0, mostAlone).map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- blocks have no names, and never move
        <ResultContent key={index} content={block} name={call.displayName} />
      ))}
      {content.length === 0 && data !== undefined && (
        <FoldedText text={JSON.stringify(data, undefined, 2)} label="Result" />
      )}
    </div>
  );
}

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
      <CallPlaces call={call} />
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
              <ResultContent key={index} content={block} name={call.displayName} />
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
