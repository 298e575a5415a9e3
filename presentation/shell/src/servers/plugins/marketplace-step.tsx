import type { PluginMarketplace } from '@loggia/protocol';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { visibly } from '../../ui/foreign-words.ts';
import { Note } from '../../ui/states.tsx';
import type { PluginWork } from './use-plugin-work.ts';

/** Long lists have to be scrolled by keyboard, too. */
const scrollable = { role: 'group', 'aria-label': 'Plugins', tabIndex: 0 } as const;
const searchableFrom = 10;

/** Lists the plugins of a marketplace, to look at one of them. */
export function MarketplaceStep({
  marketplace: { plugins, problems },
  work,
  onChoose,
  onBack,
}: {
  readonly marketplace: PluginMarketplace;
  readonly work: PluginWork;
  /** By its name. */
  onChoose(plugin: string): void;
  onBack(): void;
}) {
  const [sought, setSought] = useState('');
  const isBusy = work.doing !== undefined;
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  const found = plugins.filter(({ name, description = '' }) =>
    `${name} ${description}`.toLowerCase().includes(sought.trim().toLowerCase()),
  );
  return (
    <div className="add-form plugin-preview">
      {plugins.length >= searchableFrom && (
        <Field label="Search">
          {(wiring) => (
            <input
              {...wiring}
              className="input"
              type="search"
              value={sought}
              placeholder="Name or description"
              onChange={(event) => setSought(event.target.value)}
            />
          )}
        </Field>
      )}
      <div className="plugin-preview-parts scroll-area" {...scrollable}>
        {found.length === 0 && <p>No plugin matches. Search for another name.</p>}
        <ul className="marketplace-plugins">
          {found.map(({ name, version, description, source, problem }) => (
            <li key={name}>
              <div>
                <b>{visibly(name)}</b> {version !== undefined && visibly(version)}
                <p>{visibly(problem ?? description ?? source)}</p>
              </div>
              {problem === undefined && (
                <Button disabled={isBusy} onClick={() => onChoose(name)} aria-label={`Preview ${name}`}>
                  Preview
                </Button>
              )}
            </li>
          ))}
        </ul>
      </div>
      {problems.length > 0 && (
        <Note tone="warning">
          {problems.map((problem) => (
            <p key={problem}>{visibly(problem)}</p>
          ))}
        </Note>
      )}
      {work.error !== undefined && <Note tone="danger">{work.error}</Note>}
      <div className="add-foot">
        <span className="add-foot-start" role="status">
          {work.doing}
        </span>
        <Button ref={back} onClick={isBusy ? () => work.cancel() : onBack}>
          {isBusy ? 'Stop' : 'Back'}
        </Button>
      </div>
    </div>
  );
}
