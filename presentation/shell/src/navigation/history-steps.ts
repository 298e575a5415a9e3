/** The needed part of the browser's history; tests bring their own. */
interface Place {
  /** The stored position of the current entry in the history; undefined for a new entry. */
  noted(): number | undefined;
  note(at: number): void;
  address(): string;
  go(steps: 1 | -1): void;
}

/**
 * Tells back from forward, which browsers don't report. An entry that has the same address as the one before, because
 * its window was closed, is skipped: going there would do nothing.
 */
export class HistorySteps {
  readonly #place: Place;
  #at: number;
  #address: string;
  #wasBack = false;

  constructor(place: Place) {
    this.#place = place;
    this.#at = place.noted() ?? 0;
    this.#address = place.address();
    place.note(this.#at);
  }

  /** Whether the last step led back. */
  get wasBack(): boolean {
    return this.#wasBack;
  }

  /** The page is at another entry of the history. */
  moved(): void {
    const noted = this.#place.noted();
    const address = this.#place.address();
    const isSame = address === this.#address;
    this.#address = address;
    if (noted === undefined) {
      this.#wasBack = false;
      this.#at += 1;
      this.#place.note(this.#at);
      return;
    }
    const by = noted - this.#at;
    this.#at = noted;
    if (by === 0) return;
    this.#wasBack = by < 0;
    if (isSame) this.#place.go(by < 0 ? -1 : 1);
  }

  /** The address of the entry was corrected. */
  corrected(): void {
    this.#address = this.#place.address();
  }
}
