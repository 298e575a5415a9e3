import type { Harness, HarnessEvent } from '@loggia/sessions';

export interface Pour {
  readonly bursts: number;
  readonly perBurst: number;
  readonly text: string;
}

interface Order extends Pour {
  readonly poured: () => void;
}

/** An agent with one endless turn that writes as much as it is told to, in bursts. */
export class Faucet {
  readonly harness: Harness;
  #order: (order: Order) => void = () => undefined;
  #next: Promise<Order>;

  /** `settled` resolves when the text so far is stored and sent; the next burst waits for it. */
  constructor(settled: () => Promise<void>) {
    this.#next = this.#nextOrder();
    this.harness = {
      describe: { provider: 'faucet', displayName: 'Faucet', description: 'Pours text.', models: [] },
      run: () => this.#run(settled),
    };
  }

  pour(pour: Pour): Promise<void> {
    return new Promise((resolve) => this.#order({ ...pour, poured: resolve }));
  }

  async *#run(settled: () => Promise<void>): AsyncIterable<HarnessEvent> {
    // The first text opens the part that all later deltas extend.
    yield { kind: 'text', text: 'Well.' };
    for (;;) {
      const { bursts, perBurst, text, poured } = await this.#next;
      this.#next = this.#nextOrder();
      for (let burst = 0; burst < bursts; burst++) {
        for (let index = 0; index < perBurst; index++) yield { kind: 'text', text };
        await settled();
      }
      poured();
    }
  }

  #nextOrder(): Promise<Order> {
    return new Promise((resolve) => (this.#order = resolve));
  }
}
