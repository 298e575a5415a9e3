import { globalEnvironment } from '@loggia/client';
import type { OpenedSandbox } from '@loggia/protocol';
import type { ShellHost } from '../host/shell-host.ts';
import { currentTheme } from '../preferences/use-theme.ts';
import { openLine } from './frame-line.ts';
import { toSandbox } from './gated-transport.ts';
import { readTemplate } from './template.ts';
import { ViewFrame } from './view-frame.ts';
import { discard, type PageNeed, type SparePage } from './waiting-page.ts';

/** Let the View that was just shown settle first. */
const prepareAfterMs = 400;
const loadWithinMs = 30_000;
/** A page that nobody takes is a process for nothing. */
const keepForMs = 10 * 60_000;

/**
 * One page ahead of the Views: where one was shown, the next is likely to be of the same kind, and to start a page on an
 * origin of its own is most of the time that it takes to appear. What runs in a spare page is ours alone; the View's
 * HTML lies beside it, as text, until the page is the View's.
 */
export class SparePages {
  readonly #host: ShellHost;
  readonly #layer: HTMLElement;
  #need: PageNeed | undefined;
  #page: Pick<SparePage, 'frame' | 'line'> | undefined;
  /** Once its page is there and has the HTML. */
  #sandbox: OpenedSandbox | undefined;
  #stop = (): void => {};

  constructor(host: ShellHost, layer: HTMLElement) {
    this.#host = host;
    this.#layer = layer;
  }

  /** One such page will be wanted. */
  expect(need: PageNeed): void {
    if (this.#need && isSame(this.#need, need)) return;
    this.clear();
    this.#need = need;
    this.#stop = globalEnvironment.after(prepareAfterMs, () => void this.#prepare(need));
  }

  /** Whether it may still be used, the host says. */
  take(need: PageNeed): SparePage | undefined {
    const [page, sandbox] = [this.#page, this.#sandbox];
    if (!page || !sandbox || !this.#need || !isSame(this.#need, need)) return undefined;
    this.#page = undefined;
    this.clear();
    return { ...page, sandbox };
  }

  clear(): void {
    this.#stop();
    this.#stop = () => {};
    if (this.#page) discard(this.#page);
    this.#page = undefined;
    this.#sandbox = undefined;
    this.#need = undefined;
  }

  async #prepare(need: PageNeed): Promise<void> {
    const { channel: server, resourceUri } = need;
    try {
      const wanted = { server, resourceUri, shell: location.origin };
      const { sandbox } = await this.#host.ask('x-loggia/openSandbox', wanted);
      // A View with an origin can reach into every page of the same origin, and what waits there is nobody's yet.
      if (this.#need !== need || sandbox.inner !== 'opaque') return;
      const html = await readTemplate(this.#host, sandbox.template.hash);
      if (this.#need === need) this.#load(sandbox, html);
    } catch {
      // The View that needs the page will report the error.
      if (this.#need === need) this.clear();
    }
  }

  #load(sandbox: OpenedSandbox, html: string): void {
    const frame = new ViewFrame();
    const { page, element } = frame;
    const line = openLine(page, sandbox.origin);
    const own = { frame, line };
    this.#page = own;
    this.#stop = globalEnvironment.after(loadWithinMs, () => this.clear());
    const giveAhead = async (): Promise<void> => {
      await line.ready;
      if (this.#page !== own) return;
      this.#stop();
      line.post(toSandbox('resource-ahead', { html, colorScheme: currentTheme() }));
      this.#sandbox = sandbox;
      this.#stop = globalEnvironment.after(keepForMs, () => this.clear());
    };
    void giveAhead();
    // Out of sight, but rendered: a page that is not rendered at all is loaded last.
    frame.isReady = false;
    element.style.cssText = 'visibility: visible; width: 1px; height: 1px';
    page.allow = sandbox.allow;
    page.src = sandbox.url;
    this.#layer.append(element);
    // As most Views will want it, so that it need not be changed then.
    frame.passesOn = true;
  }
}

function isSame(one: PageNeed, other: PageNeed): boolean {
  return one.channel === other.channel && one.resourceUri === other.resourceUri;
}
