import { Traffic, type TrafficLimits } from './traffic.ts';

/** A frame whose messages to the shell's window are counted. */
export interface WatchedFrame {
  readonly page: HTMLIFrameElement;
  readonly origin: string;
  /** The page in it has announced itself with the port for its messages; only the first port counts. */
  onPort(port: MessagePort): void;
  /** It, or a frame in it, keeps sending messages that nobody reads. */
  onExcess(): void;
}

/**
 * Only one message with a port is expected here; the limits tolerate libraries that announce themselves to every
 * window.
 */
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
 * Every frame can post to the shell's window, and reading one message may take seconds. So the data of these messages
 * is never read: the source window identifies the sender, and only a port is accepted. Messages through the port are
 * read elsewhere.
 */
function hear({ source, origin, ports }: MessageEvent): void {
  // No source: the frame was removed.
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

/** The top-level frame in the shell's page that contains a window. */
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
