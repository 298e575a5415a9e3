import './agent-options.css';
import type { AgentOptionSetting } from '@loggia/protocol';
import { SlidersHorizontal } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { asName } from '../../ui/foreign-words.ts';
import { Popover } from '../../ui/popover.tsx';
import { Switch } from '../../ui/switch.tsx';
import { choicesOf, summaryOf } from './option-words.ts';

type OnChange = (name: string, value: unknown) => void;

/** The settings of the agent itself, such as its mode or its model. A change counts at once. */
export function AgentOptions({
  options,
  agent,
  onChange,
}: {
  readonly options: readonly AgentOptionSetting[];
  /** Its name. */
  readonly agent: string;
  readonly onChange: OnChange;
}) {
  const summary = summaryOf(options);
  return (
    <Popover
      title={`Options of ${agent}`}
      trigger={
        <Button kind="quiet" size="small" icon={<SlidersHorizontal />} aria-label={`Options: ${summary}`}>
          <span className="picker-label">{summary}</span>
        </Button>
      }
    >
      <div className="agent-options">
        {options.map((option) =>
          option.property.type === 'boolean' ? (
            <Toggle key={option.id} option={option} onChange={onChange} />
          ) : (
            <Choice key={option.id} option={option} onChange={onChange} />
          ),
        )}
      </div>
    </Popover>
  );
}

interface OptionProps {
  readonly option: AgentOptionSetting;
  readonly onChange: OnChange;
}

function Choice({ option, onChange }: OptionProps) {
  const { name, property, value } = option;
  const choices = choicesOf(option);
  const chosen = choices.find((choice) => choice.value === value);
  const about = chosen?.description ?? property.description;
  return (
    <Field label={asName(property.title)} {...(about && { help: asName(about) })}>
      {(wiring) => (
        <select
          {...wiring}
          className="input"
          value={chosen?.value ?? ''}
          onChange={(event) => onChange(name, event.target.value)}
        >
          {chosen === undefined && <option value="">The agent’s default</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function Toggle({ option: { name, property, value }, onChange }: OptionProps) {
  const title = asName(property.title);
  return (
    <div className="agent-options-toggle">
      <div>
        {title}
        {property.description && <div className="field-help">{asName(property.description)}</div>}
      </div>
      <Switch label={title} checked={value === true} onChange={(on) => onChange(name, on)} />
    </div>
  );
}
