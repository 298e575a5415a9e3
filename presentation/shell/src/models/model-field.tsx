import type { ListedModel } from '@loggia/protocol';
import { List, Pencil, RefreshCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Picker, type PickerOption } from '../ui/picker.tsx';

/** The model that answers unless another is chosen: from the provider's own list, or by its name. */
export function ModelField({
  models,
  model,
  isReading,
  onModel,
  onRead,
}: {
  readonly models: readonly ListedModel[];
  readonly model: string;
  readonly isReading: boolean;
  onModel(model: string): void;
  onRead(): void;
}) {
  const [isTyped, setTyped] = useState(false);
  const options = useMemo(() => models.map(optionFor), [models]);
  const chosen = options.find(({ id }) => id === model);
  const hasList = models.length > 0;
  const typing = isTyped || !hasList || (model !== '' && chosen === undefined);
  const choose = (next: 'typed' | 'listed'): void => {
    setTyped(next === 'typed');
    onModel('');
  };
  return (
    <Field
      label="Default model"
      help={
        hasList
          ? 'You can choose another one for each message. If empty, the first model in the list is used.'
          : 'Load the list from the provider, or enter a name. If empty, the first model in the list is used.'
      }
    >
      {(wiring) => (
        <div className="model-field">
          {typing ? (
            <input
              {...wiring}
              className="input"
              value={model}
              maxLength={200}
              spellCheck={false}
              placeholder="Name of the model"
              onChange={({ target: { value } }) => onModel(value)}
            />
          ) : (
            <Picker
              options={options}
              value={chosen}
              placeholder={`Search ${models.length === 1 ? 'one model' : `${models.length} models`}`}
              counted="models"
              wiring={wiring}
              onChange={(option) => onModel(option?.id ?? '')}
            />
          )}
          {hasList && (
            <Button icon={typing ? <List /> : <Pencil />} onClick={() => choose(typing ? 'listed' : 'typed')}>
              {typing ? 'Choose from the list' : 'Enter a name'}
            </Button>
          )}
          <Button icon={<RefreshCw />} disabled={isReading} onClick={onRead}>
            Load the list
          </Button>
        </div>
      )}
    </Field>
  );
}

function optionFor({ id, name }: ListedModel): PickerOption {
  return name === undefined || name === id ? { id, label: id } : { id, label: name, description: id };
}
