import type { ModelOffer } from '@loggia/protocol';
import { Cloud, Laptop, Radar } from 'lucide-react';

/** The offers to connect; those running on this machine come first. */
export function OfferList({
  offers,
  onChoose,
}: {
  readonly offers: readonly ModelOffer[];
  onChoose(offer: ModelOffer): void;
}) {
  const found = offers.filter((offer) => offer.found !== undefined);
  const others = offers.filter((offer) => offer.found === undefined);
  return (
    <ul className="model-offers">
      {[...found, ...others].map((offer) => (
        <li key={offer.id}>
          <button
            type="button"
            className="model-offer"
            data-found={offer.found !== undefined || undefined}
            onClick={() => onChoose(offer)}
          >
            {offer.found ? (
              <Radar aria-hidden />
            ) : isLocal(offer) ? (
              <Laptop aria-hidden />
            ) : (
              <Cloud aria-hidden />
            )}
            <span>
              <strong>{offer.label}</strong>
              <small>{offerWords(offer)}</small>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function isLocal({ baseURL = '' }: ModelOffer): boolean {
  return baseURL === '' || baseURL.startsWith('http:');
}

function offerWords({ id, kind, baseURL, found }: ModelOffer): string {
  if (found) {
    const count = found.models.length;
    return count === 0
      ? 'Running on this machine, no model yet'
      : `Running on this machine, ${count} ${count === 1 ? 'model' : 'models'}`;
  }
  if (id === 'other') return 'Any OpenAI-compatible address';
  if (kind === 'anthropic') return 'Claude';
  if (kind === 'openai') return 'GPT';
  if (kind === 'google') return 'Gemini';
  return baseURL === undefined ? '' : new URL(baseURL).host;
}
