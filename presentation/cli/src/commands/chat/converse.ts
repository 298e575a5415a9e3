import { resumableTurn, viewContextsOf, type Message } from '@loggia/protocol';
import { CommandFailed, type Outcome } from '../../failure.ts';
import { failureOf } from '../../host/failures.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { allSessions, findSession } from '../sessions/all-sessions.ts';
import { idOf } from '../sessions/short-ids.ts';
import { printable, printableLine } from '../../output/printable.ts';
import { contextLines, viewName } from '../view-context-words.ts';
import type { Visit } from '../visit.ts';
import { clearContext, openConversation, type Conversation } from './conversation.ts';
import type { Policy } from './inputs/pending-inputs.ts';
import { ownCommand, ownHelp, type OwnCommand } from './own-commands.ts';
import type { Report } from './report.ts';
import { resume, speak } from './speak.ts';

const mostListed = 10;

export interface Talk {
  readonly visit: Visit;
  readonly terminal: Terminal;
  readonly report: Report;
  readonly policy: Policy;
  /** Undefined until the first message, so that no empty sessions are left behind. */
  readonly first: Conversation | undefined;
  start(): Promise<Conversation>;
  messageOf(text: string): Message;
}

/** Sends message by message until the user leaves. Failures are reported, and the conversation continues. */
export async function converse(talk: Talk): Promise<Outcome> {
  const { terminal, report } = talk;
  let conversation = talk.first;
  let isLeaving = false;
  report.say('Type a message; :help shows what else there is, Ctrl-D leaves.');
  try {
    for (;;) {
      report.freshLine();
      const reply = await terminal.ask({ text: report.style.strong('> '), takes: 'message' });
      if (reply.kind === 'interrupted' && !isLeaving) {
        isLeaving = true;
        report.say('Press Ctrl-C again or Ctrl-D to quit.');
        continue;
      }
      if (reply.kind !== 'line') return 'done';
      isLeaving = false;
      if (reply.text.trim() === '') continue;
      try {
        const command = ownCommand(reply.text);
        if (command?.kind === 'quit') return 'done';
        if (command !== undefined) {
          conversation = await obey(command, talk, conversation);
          continue;
        }
        conversation ??= await talk.start();
        await speak({ ...talk, conversation }, talk.messageOf(reply.text.trim()));
      } catch (error) {
        conveyed(error, talk);
      }
    }
  } finally {
    conversation?.dispose();
  }
}

/** Reports a failure; throws where continuing makes no sense. */
function conveyed(error: unknown, { visit, report }: Talk): void {
  const failure = failureOf(error, visit.world.interrupted);
  const isOver = visit.link.client.status.getSnapshot().phase === 'closed';
  if (failure === undefined || isOver || failure.outcome === 'noHost') throw error;
  report.tell({ type: 'error', message: failure.message });
}

/** Returns the conversation to continue with. */
async function obey(
  command: Exclude<OwnCommand, { kind: 'quit' }>,
  talk: Talk,
  conversation: Conversation | undefined,
): Promise<Conversation | undefined> {
  const { visit, report } = talk;
  switch (command.kind) {
    case 'help':
      report.say(ownHelp);
      return conversation;
    case 'new':
      conversation?.dispose();
      report.say('The next message starts a new session.');
      return undefined;
    case 'open': {
      const { resource, title } = await findSession(visit.link, command.session);
      const opened = await openConversation(visit.link, resource);
      conversation?.dispose();
      report.say(`Continuing "${title}".`);
      return opened;
    }
    case 'resume': {
      const state = conversation?.chat.confirmed;
      const turn = state && resumableTurn(state);
      if (conversation === undefined || turn === undefined) {
        throw new CommandFailed('failed', 'No interrupted turn to resume.');
      }
      await resume({ ...talk, conversation }, turn);
      return conversation;
    }
    case 'context': {
      const waiting = viewContextsOf(conversation?.chat.confirmed ?? {});
      if (waiting.length === 0) report.say('No View sends anything with your next message.');
      for (const context of waiting) {
        report.say(`From ${viewName(context)}:`);
        for (const line of contextLines(context)) report.line(`> ${printable(line)}`);
      }
      return conversation;
    }
    case 'clearContext': {
      const removed = conversation === undefined ? 0 : await clearContext(conversation);
      report.say(removed === 0 ? 'There was nothing to remove.' : 'Your next message goes without it.');
      return conversation;
    }
    case 'sessions': {
      let left = mostListed;
      for await (const { resource, title } of allSessions(visit.link)) {
        report.line(`${printableLine(idOf(resource))}  ${printableLine(title)}`);
        left -= 1;
        if (left === 0) break;
      }
      return conversation;
    }
    default:
      return conversation;
  }
}
