import type { SessionState, ToolContent } from '@loggia/protocol';
import { MessagesSquare } from 'lucide-react';
import { useChannel } from '../../host/use-channel.ts';
import { asLabel } from '../../ui/foreign-words.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/states.tsx';
import { useScene } from '../chat/scene.tsx';
import { openedChatState } from './opened-chat-state.ts';

/** A chat that an agent opened for another: the way there, and how its work stands. */
export function OpenedChat({ content }: { readonly content: Extract<ToolContent, { type: 'subagent' }> }) {
  const { session, openChat } = useScene();
  const { resource, title, agentName, description } = content;
  const chats = useChannel<SessionState>(session)?.state?.chats;
  const { word, tone, activity, isThere } = openedChatState(chats, resource);
  return (
    <div className="call-block">
      <div className="call-chat">
        <Button size="small" icon={<MessagesSquare />} disabled={!isThere} onClick={() => openChat(resource)}>
          {asLabel(title || agentName || 'Open its chat')}
        </Button>
        {agentName !== undefined && <span className="call-chat-agent">{asLabel(agentName)}</span>}
        {word !== undefined && <Badge {...(tone && { tone })}>{word}</Badge>}
      </div>
      {activity !== undefined && <p className="call-activity">{asLabel(activity)}</p>}
      {description !== undefined && <p>{description}</p>}
    </div>
  );
}
