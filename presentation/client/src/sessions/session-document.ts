import { filesOfChat, type ChatState, type NamedFile, type SessionState } from '@loggia/protocol';
import type { AhpClient } from '../ahp-client.ts';
import { ask } from '../extensions.ts';
import type { WholeSession } from './whole-session.ts';

/** A file that is attached in a session: its bytes, or why they are missing. */
export type ExportedFile = NamedFile & ({ readonly base64: string } | { readonly leftOut: string });

/** A session for a program: everything that clients can see of it, with the files of its messages. */
export interface SessionDocument {
  readonly session: { readonly resource: string } & SessionState;
  readonly chats: readonly ChatState[];
  /** Each once, by the hash that attachments name it by. */
  readonly files: readonly ExportedFile[];
}

export interface ExportLimits {
  /** Bytes of one file. */
  readonly file: number;
  /** Bytes of all files together. */
  readonly all: number;
}

const megabyte = 1_000_000;
const defaultLimits: ExportLimits = { file: 10 * megabyte, all: 100 * megabyte };

/** `read` loads the bytes at a path of the host. */
export async function sessionDocument(
  client: AhpClient,
  { resource, state, chats }: WholeSession,
  read: (path: string) => Promise<Uint8Array>,
  limits: ExportLimits = defaultLimits,
): Promise<SessionDocument> {
  const files = new Map<string, ExportedFile>();
  let room = limits.all;
  for (const chat of chats) {
    for (const file of filesOfChat(chat)) {
      if (files.has(file.hash)) continue;
      const exported = await fileIn(client, chat.resource, file, read, { ...limits, all: room });
      files.set(file.hash, exported);
      if ('base64' in exported) room -= file.size;
    }
  }
  return { session: { resource, ...state }, chats, files: [...files.values()] };
}

async function fileIn(
  client: AhpClient,
  chat: string,
  file: NamedFile,
  read: (path: string) => Promise<Uint8Array>,
  { file: most, all: room }: ExportLimits,
): Promise<ExportedFile> {
  const { hash, size } = file;
  if (size > most) return { ...file, leftOut: `It is larger than ${most / megabyte} MB.` };
  if (size > room) return { ...file, leftOut: 'The files before it have filled the export.' };
  try {
    const { path } = await ask(client, 'x-loggia/linkAttachment', { chat, hash });
    return { ...file, base64: base64Of(await read(path)) };
  } catch (error) {
    return {
      ...file,
      leftOut: `It can't be read: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

/** In pieces: a function takes only so many arguments. */
function base64Of(bytes: Uint8Array): string {
  const step = 0x8000;
  let text = '';
  for (let at = 0; at < bytes.length; at += step)
    text += String.fromCharCode(...bytes.subarray(at, at + step));
  return btoa(text);
}
