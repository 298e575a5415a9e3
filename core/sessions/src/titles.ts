import type { SessionState } from '@loggia/protocol';

export const untitled = 'New session';
export const untitledChat = 'New chat';

const longest = 80;

/** The first line of the user's message, cut at a word. */
export function titleFrom(text: string): string | undefined {
  const line = text
    .split('\n')
    .map((entry) => entry.trim())
    .find((entry) => entry !== '');
  if (!line || line.length <= longest) return line;
  const cut = line.slice(0, longest);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > longest / 2 ? space : longest)}…`;
}

const forkStart = 'Fork of ';

/** The name of the original, made different from existing forks. A fork of a fork counts as a fork of the original. */
export function forkTitle(
  { title: session, chats }: Pick<SessionState, 'title' | 'chats'>,
  from: string,
): string {
  const listed = chats.find(({ resource }) => resource === from)?.title;
  const named = listed === undefined || listed === untitled || listed === untitledChat ? session : listed;
  const original = named.startsWith(forkStart)
    ? named.slice(forkStart.length).replace(/ \(\d+\)$/, '')
    : named;
  const title = `${forkStart}${titleFrom(original) ?? untitled}`;
  const taken = new Set(chats.map((chat) => chat.title));
  for (let number = 1; ; number += 1) {
    const wanted = number === 1 ? title : `${title} (${number})`;
    if (!taken.has(wanted)) return wanted;
  }
}
