import type { ProxySettings } from '../src/proxy-settings.ts';
import { isMacBrowser, shellKeyOf } from './shell-keys.ts';

/** The parts of its window that the proxy page uses. */
export type ProxyWindow = Pick<
  Window,
  'parent' | 'document' | 'location' | 'addEventListener' | 'setTimeout' | 'navigator'
> & {
  readonly MessageChannel: typeof MessageChannel;
};

interface Rpc {
  readonly jsonrpc: '2.0';
  readonly method?: unknown;
  readonly params?: unknown;
}

/** Browsers without that option ignore it. */
interface ActivationOptions extends StructuredSerializeOptions {
  readonly includeUserActivation: true;
}

/** Messages between the shell and this page; they are never passed on. */
const ownPrefix = 'ui/notifications/sandbox-';

/** The waiting page, and the View that is written over it. A third document means that the View has navigated. */
const expectedLoads = 2;

/** How long a loaded document has to answer, unless a blocked navigation was already reported. */
const beatTimeoutMs = 2000;

/**
 * Connects the shell with the View in a frame below this page. The page doesn't interpret their messages; it makes sure
 * that each receives messages only from the other.
 *
 * - The sender of a message is identified by its window and its origin, never by the message's content.
 * - The shell is told through a port, in envelopes: `view` holds the View's messages, `page` this page's observations.
 *   A View with an origin has the origin of this page and can run code here, so the shell doesn't rely on anything that
 *   this page says or counts. It can rely on the browser, which adds to each message whether the user has just done
 *   something in this page or in the View, as far as browsers support that.
 * - Messages whose method starts with `ui/notifications/sandbox-` are between the shell and this page and never passed
 *   on. Neither are messages that aren't JSON-RPC. The shell is told that the View sent one, since it counts.
 * - The View's frame loads immediately, with a document that takes the View's HTML and writes it over itself when told
 *   to (`waiting.ts`). A document without an origin has a process of its own, which is slow to start, and navigating
 *   again would be as slow.
 * - No messages pass in either direction before the View's HTML was handed over.
 * - A document that loads after the View means that the View has navigated or tried to, unless the View's document
 *   still answers; the shell is told.
 * - The browser puts a white canvas behind a dark document in a frame that isn't dark, so the theme is applied here,
 *   too.
 */
export function connectView(window: ProxyWindow, settings: ProxySettings, waitingPage: string): void {
  const { shell, sandbox, allow, hasOrigin } = settings;
  const { document, parent } = window;
  const viewOrigin = hasOrigin ? window.location.origin : 'null';
  const { port1: line, port2: lineEnd } = new window.MessageChannel();
  const { port1: pulse, port2: pulseEnd } = new window.MessageChannel();
  const isMac = isMacBrowser(window.navigator);
  let html: string | undefined;
  let isHeld = false;
  let isShown = false;
  let isGiven = false;
  let loads = 0;
  let isBeating = false;
  let blockedTarget = '';

  const view = document.createElement('iframe');
  view.setAttribute('sandbox', sandbox);
  view.title = 'View';
  if (allow) view.allow = allow;
  view.srcdoc = waitingPage;

  const post: (envelope: unknown, options: ActivationOptions) => void = line.postMessage.bind(line);
  const tell = (envelope: unknown): void => post(envelope, { includeUserActivation: true });
  const askForBeat: (nothing: 0) => void = pulse.postMessage.bind(pulse);
  const passToView = (message: unknown, ports: Transferable[] = []): void =>
    view.contentWindow?.postMessage(message, hasOrigin ? viewOrigin : '*', ports);

  /** Passes on what the waiting page can have by now: the HTML with the port, and the signal to write it. */
  const give = (): void => {
    if (loads === 0 || html === undefined) return;
    if (!isHeld) {
      isHeld = true;
      passToView(html, [pulseEnd]);
    }
    if (isShown && !isGiven) {
      isGiven = true;
      passToView(true);
    }
  };

  const applyTheme = (theme: unknown): void => {
    if (theme === 'light' || theme === 'dark') document.documentElement.style.colorScheme = theme;
  };

  /** Only the first HTML counts, and none after the View is shown. */
  const takeResource = (params: Readonly<Record<string, unknown>>, isReady: boolean): void => {
    if (isShown) return;
    if (html === undefined && typeof params['html'] === 'string') html = params['html'];
    isShown = isReady && html !== undefined;
    give();
    applyTheme(params['colorScheme']);
  };

  const heardFromShell = (message: unknown): void => {
    if (!isRpc(message)) return;
    const { method } = message;
    const params = (message.params ?? {}) as Readonly<Record<string, unknown>>;
    if (isOwn(message)) {
      if (method === `${ownPrefix}ping`) askForBeat(0);
      if (method === `${ownPrefix}resource-ahead`) takeResource(params, false);
      if (method === `${ownPrefix}resource-ready`) takeResource(params, true);
      return;
    }
    if (method === 'ui/notifications/host-context-changed') applyTheme(params['theme']);
    if (isGiven) passToView(message);
  };

  view.addEventListener('load', () => {
    loads += 1;
    if (loads > expectedLoads) {
      isBeating = false;
      askForBeat(0);
      window.setTimeout(
        () => {
          if (!isBeating) tell({ page: 'left', tried: blockedTarget });
        },
        blockedTarget ? 0 : beatTimeoutMs,
      );
    }
    give();
  });
  pulse.addEventListener('message', ({ data }) => {
    isBeating = true;
    const { error } = Object(data) as { readonly error?: unknown };
    tell(error === undefined ? { page: data as unknown } : { page: 'error', text: error });
  });
  pulse.start();
  line.addEventListener('message', ({ data }) => passToView(data));
  line.start();
  window.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    if (effectiveDirective === 'frame-src') blockedTarget = blockedURI;
  });
  window.addEventListener('message', (event) => {
    // Browsers may deserialize `data` lazily; messages from unknown senders aren't worth that.
    const { source, origin } = event;
    if (source === parent && origin === shell) {
      heardFromShell(event.data);
    } else if (isGiven && source === view.contentWindow && origin === viewOrigin) {
      const message: unknown = event.data;
      tell({ view: isRpc(message) && !isOwn(message) ? message : null });
    }
  });
  // When a dialog of the shell closes, the focus comes back to this page and not to the View in it.
  window.addEventListener('keydown', (press) => {
    const key = press.isTrusted && !press.repeat ? shellKeyOf(press, isMac) : undefined;
    if (key === undefined) return;
    press.preventDefault();
    tell({ page: key });
  });
  document.body.append(view);
  if (parent !== (window as unknown)) {
    parent.postMessage({ jsonrpc: '2.0', method: `${ownPrefix}proxy-ready`, params: {} }, shell, [lineEnd]);
  }
}

function isRpc(message: unknown): message is Rpc {
  if (typeof message !== 'object' || message === null) return false;
  const { jsonrpc, method } = message as Partial<Rpc>;
  return jsonrpc === '2.0' && typeof method !== 'object';
}

function isOwn({ method }: Rpc): boolean {
  return typeof method === 'string' && method.startsWith(ownPrefix);
}
