import type { Message, ToolCall } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { filesInCall, filesInMessage } from './touched-files.ts';

function message(text: string, attachments?: Message['attachments']): Message {
  return { text, origin: { kind: 'user' }, ...(attachments && { attachments }) };
}

function call(toolInput: string, rest: object = {}): ToolCall {
  return {
    status: 'completed',
    toolCallId: 'c',
    toolName: 't',
    displayName: 'T',
    success: true,
    toolInput,
    ...rest,
  } as unknown as ToolCall;
}

describe('files that a turn touches', () => {
  it('D3: are named in the message, with or without decoration', () => {
    expect(filesInMessage(message('Look at @src/a.css:12, `lib/b.ts`. And README.md!'))).toEqual([
      'src/a.css',
      'lib/b.ts',
      'README.md',
    ]);
    expect(filesInMessage(message('Ask https://example.org/a.css, 3.5 times'))).toEqual([]);
  });

  it('D3: are attached to it', () => {
    const attachments: Message['attachments'] = [
      { type: 'resource', label: 'a', uri: 'file:///srv/src/a.css' },
      { type: 'simple', label: 'notes.md' },
    ];
    expect(filesInMessage(message('', attachments))).toEqual(['file:///srv/src/a.css', 'notes.md']);
  });

  it('D3: are named in the input of a call, but not by contents of files', () => {
    const input = { path: '/srv/My Styles/a.css', run: { command: 'cat src/b.ts' }, text: 'see\nother.md' };
    expect(filesInCall(call(JSON.stringify(input)))).toEqual([
      '/srv/My Styles/a.css',
      '/srv/My',
      'Styles/a.css',
      'src/b.ts',
    ]);
    expect(filesInCall(call('{broken'))).toEqual([]);
  });

  it('D3: are changed by a call', () => {
    const side = (uri: string) => ({ uri, content: { uri } });
    const content = [
      { type: 'fileEdit', before: side('file:///srv/a.css'), after: side('file:///srv/b.css') },
    ];
    expect(filesInCall(call('{}', { content }))).toEqual(['file:///srv/a.css', 'file:///srv/b.css']);
  });
});
