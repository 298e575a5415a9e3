import { useState } from 'react';
import { ArtifactLink } from '../../links/artifact-link.tsx';
import { Button } from '../../ui/button.tsx';
import { asName, visibly } from '../../ui/foreign-words.ts';
import { FoldedText } from './folded-text.tsx';
import { pretty } from './json-text.ts';
import { parametersIn, type ParameterValue } from './parameters.ts';

/** The input of a tool: a row for each parameter, artifacts by title, and on request exactly as it is sent. */
export function CallInput({ input }: { readonly input: string }) {
  const [isRaw, setRaw] = useState(false);
  const parameters = parametersIn(input);
  const raw = <FoldedText text={visibly(pretty(input))} label="Input" />;
  if (parameters === undefined) return raw;
  return (
    <div className="call-input">
      {isRaw ? (
        raw
      ) : (
        <dl className="call-parameters" aria-label="Input">
          {parameters.map(({ name, label, value }) => (
            <div key={name}>
              <dt title={asName(name)}>{asName(label)}</dt>
              <dd>
                <Value value={value} label={asName(label)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Button kind="quiet" size="small" onClick={() => setRaw(!isRaw)}>
        {isRaw ? 'Show as a list' : 'Show raw input'}
      </Button>
    </div>
  );
}

function Value({ value, label }: { readonly value: ParameterValue; readonly label: string }) {
  switch (value.kind) {
    case 'words':
      return visibly(value.text);
    case 'artifact':
      return (
        <ArtifactLink id={value.id} label={value.text} look="chip" unknownAs={<code>{value.text}</code>} />
      );
    case 'list':
      return (
        <ul className="call-values">
          {value.values.map((each, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- values have no names, and never move
            <li key={index}>
              <Value value={each} label={label} />
            </li>
          ))}
        </ul>
      );
    case 'text':
    case 'json':
      return <FoldedText text={visibly(value.text)} label={label} />;
  }
}
