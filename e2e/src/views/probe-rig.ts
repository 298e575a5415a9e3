import { ask } from '@loggia/client';
import { lanName, Product, type Conversation, type Screen, type ScreenOptions } from '../browser.ts';
import { Stranger } from '../sandbox/stranger.ts';
import { Probe, probeServer, reached, type Json } from './probe.ts';

/**
 * The screens for both kinds of document: at this machine, each View has an origin of its own; under a name without
 * others below it, none has one.
 */
export const documents: readonly { readonly kind: 'own' | 'shared'; readonly options: ScreenOptions }[] = [
  { kind: 'own', options: {} },
  { kind: 'shared', options: { at: lanName, expected: [/Cross-Origin-Opener-Policy/] } },
];

/** A View that was called for, and where. */
export interface ShownProbe {
  readonly chat: Conversation;
  readonly probe: Probe;
}

/** The product with the server whose Views tests see from within, a second one like it, and somebody outside. */
export class ProbeRig implements AsyncDisposable {
  readonly product: Product;
  readonly stranger: Stranger;
  /** The session that all Views are shown in, each in a chat of its own. */
  readonly first: Conversation;

  private constructor(product: Product, stranger: Stranger, first: Conversation) {
    this.product = product;
    this.stranger = stranger;
    this.first = first;
  }

  /**
   * `trusted`: some of its Views declare the origin of the stranger, they may ask the model, and nobody is asked before
   * they do anything. `distrusted`: nothing of that, and what the user would be asked about is refused.
   */
  static async open(trust: 'trusted' | 'distrusted'): Promise<ProbeRig> {
    const stranger = await Stranger.open();
    const probe =
      trust === 'trusted'
        ? { ...probeServer('probe', stranger.origin), sampling: 'allow' }
        : probeServer('probe');
    const servers = { probe, other: probeServer('other') };
    const product = await Product.start(servers, { allowedHosts: [lanName] });
    const first = await product.session('probe', 'other');
    const decision = trust === 'trusted' ? 'allow' : 'deny';
    await ask(product.client.ahp, 'x-loggia/setViewPolicy', {
      server: first.server('probe').id,
      consent: { message: decision, openLink: decision, download: decision },
    });
    return new ProbeRig(product, stranger, first);
  }

  /** The parameters of what its server was asked under this name. */
  async received(method: string): Promise<readonly Json[]> {
    const { received } = await reached(this.first, 'probe');
    return received.filter((request) => request.method === method).map(({ params }) => params);
  }

  /** A chat of its own in which the tool was called, on screen, and its View. */
  async show(screen: Screen, view: string, input: object = {}): Promise<ShownProbe> {
    const chat = await this.first.another();
    const frame = await screen.newView(async () => {
      await chat.call(`show-${view}`, input);
      await screen.open(chat);
    });
    return { chat, probe: new Probe(frame) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.product[Symbol.asyncDispose]();
    await this.stranger[Symbol.asyncDispose]();
  }
}
