import { Field } from '../ui/field.tsx';
import { never, type PriceTexts, type ProviderForm } from './provider-form.ts';

interface Fields {
  readonly form: ProviderForm;
  change(part: Partial<ProviderForm>): void;
}

const prices: readonly { readonly name: keyof PriceTexts; readonly label: string }[] = [
  { name: 'input', label: 'Input' },
  { name: 'output', label: 'Output' },
  { name: 'cacheRead', label: 'Cached input' },
  { name: 'cacheWrite', label: 'Input to cache' },
];
const shares = ['0.5', '0.6', '0.7', '0.8', '0.9'];

/** The prices of the chosen model, and when long conversations are summarized. */
export function CostFields({ form, change }: Fields) {
  const { model, compactAt } = form;
  const texts = form.prices[model] ?? {};
  const options = shares.includes(compactAt) || compactAt === never ? shares : [...shares, compactAt];
  return (
    <>
      <Field label="Long conversations" help="Earlier messages are summarized. You can still read them.">
        {(wiring) => (
          <select
            {...wiring}
            className="input"
            value={compactAt}
            onChange={({ target: { value } }) => change({ compactAt: value })}
          >
            {options.map((share) => (
              <option key={share} value={share}>
                Summarize at {Math.round(Number(share) * 100)} % of the context window
              </option>
            ))}
            <option value={never}>Never summarize automatically</option>
          </select>
        )}
      </Field>
      {model !== '' && (
        <fieldset className="model-prices">
          <legend>
            Price of {model} in US dollars per million tokens, if the provider doesn’t report costs
          </legend>
          {prices.map(({ name, label }) => (
            <Field key={name} label={label}>
              {(wiring) => (
                <input
                  {...wiring}
                  className="input"
                  inputMode="decimal"
                  maxLength={12}
                  value={texts[name] ?? ''}
                  onChange={({ target: { value } }) =>
                    change({ prices: { ...form.prices, [model]: { ...texts, [name]: value } } })
                  }
                />
              )}
            </Field>
          ))}
        </fieldset>
      )}
    </>
  );
}
