import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Conversation, Screen, ScreenOptions } from '../browser.ts';
import type { Attack, Targets } from './attacks.ts';
import type { ProbeRig } from './probe-rig.ts';
import { Probe } from './probe.ts';

/** After this, an attack that has got nowhere is one that was kept out. */
export const patience = 1500;

/** Two Views in one chat on one screen: one that means harm, and one that it may be done to. */
export class AttackScene {
  readonly rig: ProbeRig;
  readonly screen: Screen;
  readonly chat: Conversation;
  readonly victim: Probe;
  readonly attacker: Probe;
  readonly #url: string;

  private constructor(parts: Pick<AttackScene, 'rig' | 'screen' | 'chat' | 'victim' | 'attacker'>) {
    ({
      rig: this.rig,
      screen: this.screen,
      chat: this.chat,
      victim: this.victim,
      attacker: this.attacker,
    } = parts);
    this.#url = this.screen.page.url();
  }

  /** The caller closes its screen. */
  static async open(rig: ProbeRig, options: ScreenOptions): Promise<AttackScene> {
    const screen = await rig.product.sharedScreen(options);
    const chat = await rig.first.another();
    await screen.open(chat);
    const victim = new Probe(await screen.newView(() => chat.call('show-plain', { role: 'victim' })));
    await victim.heard('ui/notifications/tool-result');
    const shown = await screen.newView(() => chat.completed('show-plain', { role: 'attacker' }));
    const attacker = new Probe(shown);
    await attacker.heard('ui/notifications/tool-result');
    return new AttackScene({ rig, screen, chat, victim, attacker });
  }

  get targets(): Targets {
    const { stranger } = this.rig;
    return { evil: stranger.origin, udp: stranger.port, host: new URL(this.#url).origin };
  }

  async attempt(attack: Attack, by: Probe = this.attacker): Promise<string> {
    const outcome = by.frame.evaluate(attack, this.targets).then(
      (got) => (got === undefined ? 'tried' : `got ${JSON.stringify(got)}`),
      () => 'kept out',
    );
    return Promise.race([outcome, sleep(patience, 'kept out')]);
  }

  async outcomes(attacks: Readonly<Record<string, Attack>>): Promise<Record<string, string>> {
    const found: Record<string, string> = {};
    for (const [name, attack] of Object.entries(attacks)) {
      found[name] = await this.attempt(attack);
      // A View that left its document can't say anything about the attacks that follow.
      if ((await this.attempt(() => 'probe' in window)) !== 'got true')
        throw new Error(`The View left with: ${name}.`);
    }
    return found;
  }

  /** Playwright takes the end of a View's process for the end of the page, so this asks over another CDP session. */
  async isAlive(): Promise<boolean> {
    const line = await this.rig.product.browser.newBrowserCDPSession();
    const { targetInfos } = await line.send('Target.getTargets');
    const shell = targetInfos.find((target) => target.type === 'page' && target.url === this.#url);
    if (!shell) return false;
    const { sessionId } = await line.send('Target.attachToTarget', {
      targetId: shell.targetId,
      flatten: false,
    });
    const answered = new Promise<string>((resolve) => {
      line.on('Target.receivedMessageFromTarget', ({ message }) => resolve(message));
    });
    const expression = 'document.querySelector(".frame") !== null';
    const asked = { id: 1, method: 'Runtime.evaluate', params: { expression } };
    await line.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify(asked) });
    const answer = await answered;
    await line.detach();
    return answer.includes('true');
  }
}

/** Nobody outside has heard anything, on any way that there is. */
export function expectSilence({ rig }: AttackScene): void {
  const { requests, connections, datagrams } = rig.stranger;
  expect({ requests, connections, datagrams }).toEqual({ requests: [], connections: 0, datagrams: 0 });
}

/** The user's side of it: the page is the same, nothing has popped up, and one can type. */
export async function expectUnharmed(scene: AttackScene): Promise<void> {
  const { screen, targets } = scene;
  await screen.answers();
  expect(await screen.page.title()).toMatch(/Loggia/);
  expect(new URL(screen.page.url()).origin).toBe(targets.host);
  expect(screen.context.pages()).toHaveLength(1);
  expect(screen.dialogs).toEqual([]);
  expect(await screen.page.evaluate(() => (top as unknown as { hacked?: unknown }).hacked)).toBeUndefined();
  expectSilence(scene);
}

/** The outcomes if every attack failed. */
export function keptOut(attacks: Readonly<Record<string, Attack>>): Record<string, string> {
  return Object.fromEntries(
    Object.keys(attacks).map((name) => [name, expect.stringMatching(/^(kept out|tried)$/)]),
  );
}
