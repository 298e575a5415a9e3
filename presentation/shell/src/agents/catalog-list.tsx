import type { AgentCatalogEntry } from '@loggia/protocol';
import { Bot, CircleSlash, Terminal } from 'lucide-react';
import { asName, visibly } from '../ui/foreign-words.ts';
import { entryWords } from './agent-words.ts';

/** The agents to choose from. One that can't run here says why. */
export function CatalogList({
  agents,
  onChoose,
  onCommand,
}: {
  readonly agents: readonly AgentCatalogEntry[];
  onChoose(entry: AgentCatalogEntry): void;
  onCommand(): void;
}) {
  return (
    <ul className="agent-offers" aria-label="Catalog">
      <li>
        <button type="button" className="agent-offer" onClick={onCommand}>
          <Terminal aria-hidden />
          <span>
            <strong>Another program</strong>
            <small>Any program that speaks the Agent Client Protocol, by its command</small>
          </span>
        </button>
      </li>
      {agents.map((entry) => (
        <li key={entry.id}>
          {entry.settings ? (
            <button type="button" className="agent-offer" onClick={() => onChoose(entry)}>
              <Bot aria-hidden />
              <Entry entry={entry} />
            </button>
          ) : (
            <div className="agent-offer" data-unavailable>
              <CircleSlash aria-hidden />
              <Entry entry={entry} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Entry({ entry }: { readonly entry: AgentCatalogEntry }) {
  const { name, description, problem } = entry;
  return (
    <span>
      <strong>{asName(name)}</strong>
      {description !== undefined && <small>{visibly(description)}</small>}
      <small className="agent-offer-facts">{visibly(entryWords(entry))}</small>
      {problem !== undefined && <small className="agent-offer-problem">{visibly(problem)}</small>}
    </span>
  );
}
