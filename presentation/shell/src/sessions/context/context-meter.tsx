import './context.css';
import { contextUseOfChat, type AgentInfo, type ChatState, type SessionState } from '@loggia/protocol';
import { lazy, Suspense } from 'react';
import { Popover } from '../../ui/popover.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { emptyDraft, type Draft } from '../chat/speak.ts';
import { contextWords, percent, shareOf, shortCount } from './context-words.ts';

const Panel = lazy(async () => ({ default: (await import('./context-panel.tsx')).ContextPanel }));

/** From here on it is time to do something about it. */
const nearlyFull = 0.8;

/** How full the model's context window is; a button that opens what it is full of. */
export function ContextMeter({
  session,
  sessionState,
  agent,
  state,
  onSend,
}: {
  readonly session: string;
  readonly sessionState: SessionState;
  readonly agent: AgentInfo | undefined;
  readonly state: ChatState;
  onSend(draft: Draft, how: 'send'): Promise<void>;
}) {
  const use = contextUseOfChat(state);
  if (use === undefined) return null;
  const share = shareOf(use);
  return (
    <Popover
      title="Context window"
      trigger={
        <button
          type="button"
          className="context-meter"
          aria-label={`Context window: ${contextWords(use)}`}
          data-full={share !== undefined && share >= nearlyFull ? '' : undefined}
        >
          {share !== undefined && <Ring share={share} />}
          <span>{share === undefined ? shortCount(use.used) : percent(share)}</span>
        </button>
      }
    >
      <Suspense fallback={<Skeleton style={{ width: 300, height: 160 }} />}>
        <Panel
          use={use}
          session={session}
          sessionState={sessionState}
          agent={agent}
          onCommand={(text) => onSend({ ...emptyDraft, text }, 'send')}
        />
      </Suspense>
    </Popover>
  );
}

const radius = 6;
const around = 2 * Math.PI * radius;

function Ring({ share }: { readonly share: number }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden>
      <circle cx="8" cy="8" r={radius} />
      <circle
        className="context-share"
        cx="8"
        cy="8"
        r={radius}
        strokeDasharray={`${share * around} ${around}`}
      />
    </svg>
  );
}
