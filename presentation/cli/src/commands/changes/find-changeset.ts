import {
  changesetOfSession,
  expandChangeset,
  sessionChangesOf,
  turnChangesOf,
  type ChangesetFile,
  type ChangesetState,
  type TurnChanges,
} from '@loggia/protocol';
import { CommandFailed } from '../../failure.ts';
import type { HostLink } from '../../host/host-link.ts';
import { printableLine } from '../../output/printable.ts';
import { findSession } from '../sessions/all-sessions.ts';
import { wordsOf } from './file-words.ts';

/** Options of every command about changes. */
export const turnOption = {
  turn: {
    kind: 'text',
    value: 'ID',
    says: 'Only the changes of this turn',
    example: '--turn 5c0e',
  },
} as const;

export interface FoundChangeset {
  readonly session: string;
  readonly title: string;
  readonly uri: string;
  readonly files: readonly ChangesetFile[];
}

export interface ChangedTurn extends TurnChanges {
  readonly id: string;
  readonly chat: string;
}

/** The changeset of a session, or of one of its turns. A session that changed nothing has one without files. */
export async function findChangeset(
  link: HostLink,
  wanted: string,
  turn: string | undefined,
): Promise<FoundChangeset> {
  const { resource: session, title } = await findSession(link, wanted);
  const whole = changesetOfSession(session);
  if (turn !== undefined) {
    const turnId = (await findTurn(link, session, turn, wanted)).id;
    const uri = expandChangeset(`${whole}/{turnId}`, { turnId }) ?? whole;
    return { session, title, uri, files: await filesAt(link, uri) };
  }
  const view = link.client.session(session);
  await view.ready;
  const changes = view.state && sessionChangesOf(view.state);
  return { session, title, uri: whole, files: changes ? await filesAt(link, whole) : [] };
}

/** The turns of a session that changed something and whose changes aren't all reverted. */
export async function changedTurns(link: HostLink, session: string): Promise<readonly ChangedTurn[]> {
  const view = link.client.session(session);
  await view.ready;
  const turns: ChangedTurn[] = [];
  for (const { resource: chat } of view.state?.chats ?? []) {
    const channel = link.client.chat(chat);
    await channel.ready;
    for (const [id, changes] of channel.state ? turnChangesOf(channel.state) : [])
      if ((changes.files ?? 0) > 0) turns.push({ ...changes, id, chat });
  }
  return turns;
}

async function findTurn(
  link: HostLink,
  session: string,
  wanted: string,
  typed: string,
): Promise<ChangedTurn> {
  const turns = await changedTurns(link, session);
  const whole = turns.find(({ id }) => id === wanted);
  const found = whole ? [whole] : turns.filter(({ id }) => id.startsWith(wanted));
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  const why =
    first === undefined ? `No turn "${wanted}" has changes.` : `Several turns begin with "${wanted}".`;
  throw new CommandFailed('failed', `${why} "loggia changes list ${typed} --turns" lists them.`);
}

async function filesAt({ client }: HostLink, uri: string): Promise<readonly ChangesetFile[]> {
  const view = client.subscribe<ChangesetState>(uri);
  await view.ready;
  return view.state?.files ?? [];
}

/** The one file with this path, or with a path that ends so. */
export function findFile(files: readonly ChangesetFile[], wanted: string): ChangesetFile {
  const paths = files.map((file) => ({ file, paths: [file.id, ...wordsOf(file).paths] }));
  const whole = paths.filter((each) => each.paths.includes(wanted));
  const ending = paths.filter((each) => each.paths.some((path) => path.endsWith(`/${wanted}`)));
  const fitting = whole.length > 0 ? whole : ending;
  const [first, second] = fitting;
  if (first !== undefined && second === undefined) return first.file;
  if (first === undefined)
    throw new CommandFailed('failed', `"${wanted}" isn't among the changed files. List them first.`);
  const names = fitting.slice(0, 5).map(({ file }) => printableLine(wordsOf(file).path));
  throw new CommandFailed(
    'failed',
    `Several changed files end with "${wanted}": ${names.join(', ')}. Type more of the path.`,
  );
}
