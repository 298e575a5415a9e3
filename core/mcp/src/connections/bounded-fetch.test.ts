import { describe, expect, it } from 'vitest';
import { boundedFetch } from './bounded-fetch.ts';

describe('answers over HTTP', () => {
  const answer = (parts: readonly string[], type: string) => {
    const encoder = new TextEncoder();
    const body = new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(encoder.encode(part));
        controller.close();
      },
    });
    return boundedFetch(() => Promise.resolve(new Response(body, { headers: { 'content-type': type } })), 12);
  };

  it('L5: are read up to the limit', async () => {
    expect(await (await answer(['12345', '67890'], 'application/json')('http://x')).text()).toBe(
      '1234567890',
    );
    await expect(
      (await answer(['12345', '67890123'], 'application/json')('http://x')).text(),
    ).rejects.toThrow('larger than');
  });

  it('L5: of a stream each event counts for itself', async () => {
    const events = ['data: 1\n\n', 'data: 2\r\n', '\r\n', 'data: 3\n\n'];
    expect(await (await answer(events, 'text/event-stream')('http://x')).text()).toBe(events.join(''));
    const endless = ['data: 1\n\n', 'data: 2\n', 'data: 3\n'];
    await expect((await answer(endless, 'text/event-stream')('http://x')).text()).rejects.toThrow(
      'larger than',
    );
  });
});
