import { Traffic, type TrafficLimits } from './traffic.ts';

/** A frame whose messages to the window of the shell are accounted for. */
export interface WatchedFrame {
  readonly page: HTMLIFrameElement;
  readonly origin: string;
  /** The page in it says that it is there, and where its messages come from; the first one only. */
  onPort(port: MessagePort): void;
  /** It, or a frame in it, goes on sending what nobody reads. */
  onExcess(): void;
}

/** Nothing but one message with a port is expected here; libraries that announce themselves to every window are let be. */
const windowTraffic: TrafficLimits = {
  messages: { burst: 20, perSecond: 0.2 },
  characters: { burst: 1, perSecond: 1 },
  values: { burst: 1, perSecond: 1 },
  dropped: { most: 10, withinMs: 60_000 },
};
const deepest = 20;

interface Entry {
  readonly frame: WatchedFrame;
  readonly traffic: Traffic;
  hasPort: boolean;
}

const entries = new Set<Entry>();

/**
 * Every frame can post to the window of the shell, and to read one message may take seconds. So the data of these
 * messages is never read: who sent one is told by its window, and all that it may bring is a port. What comes through
 * the port is read elsewhere.
 */
function hear({ source, origin, ports }: MessageEvent): void {
  // No source: its frame was removed.
  if (source === null || source === window || !('parent' in source)) return;
  const root = outermost(source);
  for (const entry of entries) {
    const { frame, traffic } = entry;
    if (root === undefined || frame.page.contentWindow !== root) continue;
    const [port] = ports;
    if (!entry.hasPort && source === root && origin === frame.origin && port) {
      entry.hasPort = true;
      frame.onPort(port);
    } else if (traffic.arrived(performance.now()) === 'stop') {
      entries.delete(entry);
      frame.onExcess();
    }
    return;
  }
}

/** The frame of the shell's own page that a window is in. */
function outermost(source: Window): Window | undefined {
  let inner = source;
  for (let level = 0; level < deepest; level += 1) {
    const { parent } = inner;
    if (parent === window) return inner;
    if (parent === inner) return undefined;
    inner = parent;
  }
  return undefined;
}

export function watchFrame(frame: WatchedFrame): () => void {
  const entry = { frame, traffic: new Traffic(windowTraffic), hasPort: false };
  if (entries.size === 0) window.addEventListener('message', hear);
  entries.add(entry);
  return () => {
    entries.delete(entry);
    if (entries.size === 0) window.removeEventListener('message', hear);
  };
}
