import { describe, expect, it } from 'vitest';
import type { Attachment, Message } from '../channels/chat/messages.ts';
import { attachedFileOf, fileAttachment, filesOfChat } from './attached-file.ts';
import { viewMark } from './view-speaker.ts';

const hash = 'a'.repeat(64);
const file = { name: 'plan.txt', hash, size: 3, contentType: 'x-test/plan' };
const saying = (attachment: Attachment, _meta?: Message['_meta']): Message => ({
  text: 'Hello',
  origin: { kind: 'user' },
  attachments: [attachment],
  ...(_meta && { _meta }),
});

describe('files that are attached to a message', () => {
  it('J3: are known again', () => {
    expect(attachedFileOf(fileAttachment(file))).toEqual(file);
    const untyped = { name: 'plan', hash, size: 0 };
    expect(attachedFileOf(fileAttachment(untyped))).toEqual(untyped);
  });

  it.each([
    ['no hash', { hash: '../../etc/passwd', size: 1 }],
    ['a hash in capitals', { hash: 'A'.repeat(64), size: 1 }],
    ['no size', { hash }],
    ['a negative size', { hash, size: -1 }],
    ['nothing', undefined],
  ])('L5: with %s, there is none', (_, mark) => {
    expect(attachedFileOf({ type: 'simple', label: 'x', _meta: { 'loggia.file': mark } })).toBeUndefined();
  });

  it('E10: a View attaches none, neither to its own message nor to the user’s', () => {
    const attachment = fileAttachment(file);
    const marked = { ...attachment, _meta: { ...attachment._meta, ...viewMark({ id: 'v' }) } };
    expect(attachedFileOf(marked)).toBeUndefined();
    expect(filesOfChat({ turns: [], draft: saying(attachment, viewMark({ id: 'v' })) })).toEqual([]);
  });

  it('J3: are found wherever a chat has messages', () => {
    const named = (name: string): Message => saying(fileAttachment({ ...file, name }));
    const turn = { startedAt: '2026-01-01T00:00:00.000Z', responseParts: [] };
    const names = filesOfChat({
      turns: [{ id: 't', ...turn, message: named('said'), state: 'complete', usage: undefined } as never],
      activeTurn: { id: 'u', ...turn, message: named('being answered') } as never,
      queuedMessages: [{ id: 'q', message: named('queued') }],
      steeringMessage: { id: 's', message: named('steering') },
      draft: named('draft'),
    }).map(({ name }) => name);
    expect(names).toEqual(['said', 'being answered', 'queued', 'steering', 'draft']);
  });
});
