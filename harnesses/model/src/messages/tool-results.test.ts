import type { ToolOutcome } from '@loggia/sessions/harness';
import { describe, expect, it } from 'vitest';
import { toolResults } from './tool-results.ts';
import { userMessage } from './user-message.ts';

const png = { data: 'iVBORw0KGgo=', contentType: 'image/png' };
const sees = { seesImages: true, showsToolImages: true };
const outputs = (outcome: ToolOutcome, sight = sees) => {
  const [first, ...rest] = toolResults([{ toolCallId: '1', toolName: 'shoot', outcome }], sight);
  if (first?.role !== 'tool') throw new Error('Results come first.');
  return [first.content[0]?.type === 'tool-result' && first.content[0].output, ...rest];
};

describe('what the model is told of a call', () => {
  it('B7: its text, or what is structured where there is none', () => {
    expect(outputs({ kind: 'done', text: 'Three', structured: { sum: 3 } })).toEqual([
      { type: 'text', value: 'Three' },
    ]);
    expect(outputs({ kind: 'done', text: '', structured: { sum: 3 } })).toEqual([
      { type: 'text', value: '{"sum":3}' },
    ]);
  });

  it('A7: that it failed, or that the user declined it and why', () => {
    expect(outputs({ kind: 'failed', message: 'No.' })).toEqual([{ type: 'error-text', value: 'No.' }]);
    expect(outputs({ kind: 'denied', message: 'Too early.' })).toEqual([
      { type: 'error-text', value: 'The user declined this call. They say: Too early.' },
    ]);
  });

  it('B7: its images, within the result or right after it', () => {
    const outcome: ToolOutcome = { kind: 'done', text: 'Taken.', media: [png] };
    expect(outputs(outcome)).toEqual([
      {
        type: 'content',
        value: [
          { type: 'text', text: 'Taken.' },
          { type: 'image-data', data: png.data, mediaType: 'image/png' },
        ],
      },
    ]);
    expect(outputs(outcome, { seesImages: true, showsToolImages: false })).toEqual([
      { type: 'text', value: 'Taken.\n[Its images follow.]' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Images from the tool shoot:' },
          { type: 'image', image: png.data, mediaType: 'image/png' },
        ],
      },
    ]);
  });

  it.each([
    { data: 'https://example.com/track.png', contentType: 'image/png' },
    { data: 'data:text/html,hi', contentType: 'image/png' },
    { data: 'PHN2Zz4=', contentType: 'image/svg+xml' },
    { data: 'UklGRg==', contentType: 'audio/wav' },
  ])('L5: that something was left out, rather than an address to be fetched: %j', (media) => {
    const note = `(${media.contentType}) is left out: this model cannot take it in.]`;
    expect(outputs({ kind: 'done', text: 'Taken.', media: [media] })).toEqual([
      { type: 'text', value: `Taken.\n[A part of the result ${note}` },
    ]);
    const attachments = [{ label: 'it', media }];
    expect(userMessage({ text: 'Look', attachments }, sees).content).toEqual([
      { type: 'text', text: 'Look' },
      { type: 'text', text: 'Attached: it' },
      { type: 'text', text: `[it ${note}` },
    ]);
  });
});
