import type { ChatInputQuestion } from '@loggia/protocol';
import { useId, useState } from 'react';
import { ArtifactPicker } from '../../artifacts/artifact-picker.tsx';
import { Field } from '../../ui/field.tsx';
import { Picker, type PickerOption } from '../../ui/picker.tsx';
import { withoutMarks } from '../calls/call-words.ts';
import { useScene } from '../chat/scene.tsx';
import { hintOf, type Entry } from './form-model.ts';

interface FieldProps {
  readonly question: ChatInputQuestion;
  /** Its text stands above it already: those who ask one thing tend to say it twice. */
  readonly isSaid: boolean;
  readonly entry: Entry;
  readonly problem: string | undefined;
  onChange(entry: Entry): void;
}

/** Up to this many are seen at a glance. */
const fewOptions = 7;
/** From this many choices on, the list can be searched. */
const searchedFrom = 12;
/** A text that is the id of an artifact. */
const artifactFormat = 'artifact';

const inputTypes: Readonly<Record<string, string>> = {
  email: 'email',
  uri: 'url',
  date: 'date',
  password: 'password',
};

export function QuestionField({ question, isSaid, entry, problem, onChange }: FieldProps) {
  const optional = question.required === true ? '' : ' (optional)';
  const message = withoutMarks(question.message);
  const title = question.title ?? message;
  const label = `${title}${optional}`;
  const says = title !== message && !isSaid ? message : undefined;
  const help = [says, hintOf(question)].filter(Boolean).join(' · ') || undefined;
  if (question.kind === 'boolean') {
    const options = [
      { id: 'true', label: 'Yes' },
      { id: 'false', label: 'No' },
    ];
    return <Choices {...{ label, help, problem, entry, options, onChange }} of="one" own={false} />;
  }
  if (question.kind === 'single-select' || question.kind === 'multi-select') {
    const of = question.kind === 'single-select' ? 'one' : 'many';
    const own = question.allowFreeformInput === true;
    if (of === 'one' && !own && question.options.length > fewOptions)
      return <ManyOptions {...{ label, help, problem, entry, onChange }} options={question.options} />;
    return <Choices {...{ label, help, problem, entry, of, own, onChange }} options={question.options} />;
  }
  const isNumber = question.kind === 'number' || question.kind === 'integer';
  const format = question.kind === 'text' ? question.format : undefined;
  if (format === artifactFormat) return <ArtifactField {...{ label, help, problem, entry, onChange }} />;
  const isLong = question.kind === 'text' && format === undefined && (question.max ?? 0) > 200;
  return (
    <Field label={label} {...(help !== undefined && { help })} error={problem}>
      {(wiring) => {
        const common = {
          ...wiring,
          className: 'input',
          value: entry.text,
          required: question.required === true,
          onChange: (event: { readonly target: { readonly value: string } }) =>
            onChange({ ...entry, text: event.target.value }),
        };
        if (isLong) return <textarea {...common} rows={4} />;
        return (
          <input
            {...common}
            type={(format !== undefined && Object.hasOwn(inputTypes, format) && inputTypes[format]) || 'text'}
            {...(isNumber && { inputMode: question.kind === 'integer' ? 'numeric' : 'decimal' })}
            autoComplete="off"
          />
        );
      }}
    </Field>
  );
}

type FieldParts = Pick<FieldProps, 'entry' | 'problem' | 'onChange'> & {
  readonly label: string;
  readonly help: string | undefined;
};

/** More than would fit on a screen as a list of radio buttons. */
function ManyOptions({
  label,
  help,
  problem,
  entry,
  options,
  onChange,
}: FieldParts & { readonly options: readonly PickerOption[] }) {
  const [chosen] = entry.chosen;
  return (
    <Field label={label} {...(help !== undefined && { help })} error={problem}>
      {(wiring) => (
        <Picker
          options={options}
          value={options.find(({ id }) => id === chosen)}
          placeholder={`Search ${options.length} choices`}
          wiring={wiring}
          onChange={(option) => onChange({ ...entry, chosen: option ? [option.id] : [] })}
        />
      )}
    </Field>
  );
}

function ArtifactField({ label, help, problem, entry, onChange }: FieldParts) {
  const { workspace } = useScene();
  return (
    <Field label={label} {...(help !== undefined && { help })} error={problem}>
      {(wiring) => (
        <ArtifactPicker
          workspace={workspace}
          value={entry.text}
          wiring={wiring}
          onChange={(text) => onChange({ ...entry, text })}
        />
      )}
    </Field>
  );
}

function Choices({
  label,
  help,
  problem,
  entry,
  options,
  of,
  own,
  onChange,
}: {
  readonly label: string;
  readonly help: string | undefined;
  readonly problem: string | undefined;
  readonly entry: Entry;
  readonly options: readonly {
    readonly id: string;
    readonly label: string;
    readonly description?: string | undefined;
    readonly recommended?: boolean | undefined;
  }[];
  readonly of: 'one' | 'many';
  /** Whether words of one's own will do as well. */
  readonly own: boolean;
  onChange(entry: Entry): void;
}) {
  const name = useId();
  const [words, setWords] = useState('');
  const wanted = words.trim().toLocaleLowerCase();
  const shown = options.filter(
    ({ id, label: text }) => entry.chosen.includes(id) || text.toLocaleLowerCase().includes(wanted),
  );
  const choose = (id: string, isOn: boolean): void => {
    if (of === 'one') return onChange({ ...entry, chosen: isOn ? [id] : [], own: '' });
    onChange({
      ...entry,
      chosen: isOn ? [...entry.chosen, id] : entry.chosen.filter((other) => other !== id),
    });
  };
  const said = [help !== undefined && `${name}-help`, problem !== undefined && `${name}-error`].filter(
    Boolean,
  );
  return (
    <fieldset className="field form-choices" {...(said.length > 0 && { 'aria-describedby': said.join(' ') })}>
      <legend className="field-label">{label}</legend>
      {options.length > searchedFrom && (
        <input
          type="search"
          className="input"
          aria-label={`Search ${label}`}
          placeholder={`Search ${options.length} choices`}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
      <div className="form-options scroll-area">
        {shown.map((option) => (
          <label key={option.id} className="form-choice">
            <input
              type={of === 'one' ? 'radio' : 'checkbox'}
              name={name}
              checked={entry.chosen.includes(option.id) && !(of === 'one' && entry.own.trim() !== '')}
              onChange={(event) => choose(option.id, event.target.checked)}
            />
            <span>
              {option.label}
              {option.recommended === true && <em> recommended</em>}
              {option.description !== undefined && <small>{option.description}</small>}
            </span>
          </label>
        ))}
      </div>
      {own && (
        <input
          className="input"
          aria-label={`${label}, in your own words`}
          placeholder={of === 'one' ? 'Other' : 'Others, separated by commas'}
          value={entry.own}
          onChange={(event) => onChange({ ...entry, own: event.target.value })}
        />
      )}
      {help !== undefined && (
        <div className="field-help" id={`${name}-help`}>
          {help}
        </div>
      )}
      {problem !== undefined && (
        <div className="field-error" id={`${name}-error`} role="alert">
          {problem}
        </div>
      )}
    </fieldset>
  );
}
