import type { Transport } from '@loggia/client';

/** Mistakes that can be planted to see whether the simulation finds them. */
export type Defect = 'publishes-early' | 'forgets-on-reconnect' | 'hears-twice';

/** A line on which the answer to `reconnect` lacks the last action that was missed. */
export function forgetful(transport: Transport): Transport {
  return {
    ...bound(transport),
    onMessage: (listener) =>
      transport.onMessage((text) => {
        const message = JSON.parse(text) as { result?: { type?: string; actions?: unknown[] } };
        if (message.result?.type === 'replay') message.result.actions?.pop();
        listener(JSON.stringify(message));
      }),
  };
}

/** A line on which the host gets each action of the client twice. */
export function repeating(transport: Transport): Transport {
  return {
    ...bound(transport),
    send: (text) => {
      transport.send(text);
      if (text.includes('"dispatchAction"')) transport.send(text);
    },
  };
}

function bound(transport: Transport): Transport {
  return {
    send: (text) => transport.send(text),
    close: (code, reason) => transport.close(code, reason),
    onMessage: (listener) => transport.onMessage(listener),
    onClose: (listener) => transport.onClose(listener),
  };
}
