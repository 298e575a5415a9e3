import { FileUp } from 'lucide-react';
import { useMemo, useState, type DragEvent } from 'react';
import { asError } from '../../host/as-error.ts';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Badge, Note } from '../../ui/states.tsx';
import { tell } from '../../ui/toast-queue.ts';
import { transportWords } from '../server-words.ts';
import type { Destination } from './add-server.tsx';
import { fillIn } from './fill-in.ts';
import { readConfiguration, type FoundServer } from './read-configuration.ts';

const largestFile = 1_000_000;

type Reading =
  | { readonly found: readonly FoundServer[] }
  | { readonly problem: string }
  | { readonly nothing: true };

/** Shows what a file would add before anything is added. */
export function AddFromFile({
  destination,
  onAdded,
}: {
  readonly destination: Destination;
  onAdded(id: string): void;
}) {
  const [text, setText] = useState('');
  const [fileProblem, setFileProblem] = useState<string>();
  const reading = useMemo(() => readText(text), [text]);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setFileProblem(undefined);
    if (file.size > largestFile) {
      setFileProblem(`“${file.name}” is too large for a server configuration.`);
      return;
    }
    setText(await file.text());
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  };
  return (
    <div className="add-form">
      <div className="add-drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <FileUp aria-hidden />
        <span>
          Drop or paste <code>.mcp.json</code>, an editor’s <code>mcp.json</code>, or the registry’s{' '}
          <code>server.json</code>
        </span>
        <label className="button" data-kind="secondary" data-size="small">
          Choose a file
          <input
            className="unseen"
            type="file"
            accept=".json,.jsonc"
            onChange={(event) => void take(event.target.files?.[0])}
          />
        </label>
      </div>
      <textarea
        className="input add-code"
        aria-label="Configuration"
        rows={7}
        spellCheck={false}
        placeholder={'{ "mcpServers": { "files": { "command": "npx", "args": ["…"] } } }'}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {fileProblem !== undefined && <Note tone="danger">{fileProblem}</Note>}
      {'problem' in reading && <Note tone="danger">{reading.problem}</Note>}
      {'found' in reading && (
        <FoundList key={text} found={reading.found} destination={destination} onAdded={onAdded} />
      )}
    </div>
  );
}

function readText(text: string): Reading {
  if (text.trim() === '') return { nothing: true };
  try {
    return { found: readConfiguration(text) };
  } catch (error) {
    return { problem: asError(error).message };
  }
}

type Outcome = 'added' | { readonly problem: string };

function FoundList({
  found,
  destination: { workspace, taken },
  onAdded,
}: {
  readonly found: readonly FoundServer[];
  readonly destination: Destination;
  onAdded(id: string): void;
}) {
  const host = useHost();
  const [names, setNames] = useState(() => freeNames(found, taken));
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => firstChoice(found));
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const [isAdding, setAdding] = useState(false);
  const open = [...chosen].flatMap((index) =>
    (found[index]?.missing ?? []).filter((name) => !values[`${index} ${name}`]),
  );
  const add = async (): Promise<void> => {
    setAdding(true);
    const results = new Map<number, Outcome>();
    let last: string | undefined;
    for (const index of chosen) {
      const server = found[index];
      if (server?.settings === undefined) continue;
      const given = Object.fromEntries(
        server.missing.map((name) => [name, values[`${index} ${name}`] ?? '']),
      );
      try {
        const settings = fillIn(server.settings, given);
        const named = { name: names[index] ?? server.name, settings };
        last = (
          await host.ask('x-loggia/addServer', { ...named, ...(workspace !== undefined && { workspace }) })
        ).id;
        results.set(index, 'added');
      } catch (error) {
        results.set(index, { problem: asError(error).message });
      }
      setOutcomes(new Map(results));
    }
    setAdding(false);
    setChosen(new Set([...chosen].filter((index) => results.get(index) !== 'added')));
    const isClean = [...results.values()].every((outcome) => outcome === 'added');
    if (last !== undefined && isClean) {
      tell(results.size === 1 ? 'Added one server.' : `Added ${results.size} servers.`);
      onAdded(last);
    }
  };
  return (
    <>
      <ul className="add-found" aria-label="Servers to add">
        {found.map((server, index) => (
          <FoundRow
            key={`${server.name} ${server.label ?? ''}`}
            server={server}
            name={names[index] ?? server.name}
            isChosen={chosen.has(index)}
            outcome={outcomes.get(index)}
            isTaken={taken.includes(names[index] ?? '')}
            valueOf={(name) => values[`${index} ${name}`] ?? ''}
            onValue={(name, value) => setValues((before) => ({ ...before, [`${index} ${name}`]: value }))}
            onName={(name) => setNames((before) => before.with(index, name))}
            onChoose={() =>
              setChosen((before) =>
                before.has(index)
                  ? new Set([...before].filter((one) => one !== index))
                  : new Set([...before, index]),
              )
            }
          />
        ))}
      </ul>
      <div className="add-foot">
        {open.length > 0 && <span className="servers-hint">Still empty: {open.join(', ')}</span>}
        <Button kind="primary" disabled={isAdding || chosen.size === 0} onClick={() => void add()}>
          {isAdding ? 'Adding…' : chosen.size === 1 ? 'Add one server' : `Add ${chosen.size} servers`}
        </Button>
      </div>
    </>
  );
}

/** Everything that works; of the ways to have the same server, the first. */
function firstChoice(found: readonly FoundServer[]): ReadonlySet<number> {
  const seen = new Set<string>();
  const chosen = new Set<number>();
  for (const [index, { name, settings }] of found.entries()) {
    if (settings === undefined || seen.has(name)) continue;
    seen.add(name);
    chosen.add(index);
  }
  return chosen;
}

function freeNames(found: readonly FoundServer[], taken: readonly string[]): readonly string[] {
  const used = new Set(taken);
  return found.map(({ name }) => {
    const numbered = Array.from({ length: 99 }, (_, index) => (index === 0 ? name : `${name}-${index + 1}`));
    const free = numbered.find((candidate) => !used.has(candidate)) ?? name;
    used.add(free);
    return free;
  });
}

function FoundRow({
  server,
  name,
  isChosen,
  isTaken,
  outcome,
  valueOf,
  onValue,
  onName,
  onChoose,
}: {
  readonly server: FoundServer;
  readonly name: string;
  readonly isChosen: boolean;
  readonly isTaken: boolean;
  readonly outcome: Outcome | undefined;
  valueOf(name: string): string;
  onValue(name: string, value: string): void;
  onName(name: string): void;
  onChoose(): void;
}) {
  const { settings } = server;
  return (
    <li className="add-found-row" data-broken={settings === undefined}>
      <input
        type="checkbox"
        aria-label={`Add ${server.name}`}
        checked={isChosen}
        disabled={settings === undefined || outcome === 'added'}
        onChange={onChoose}
      />
      <div>
        <div className="add-found-name">
          <input
            className="input"
            aria-label={`Name of ${server.name}`}
            value={name}
            maxLength={200}
            disabled={settings === undefined}
            onChange={(event) => onName(event.target.value)}
          />
          {server.label !== undefined && <Badge>{server.label}</Badge>}
          {outcome === 'added' && <Badge tone="success">Added</Badge>}
        </div>
        {settings && <code>{whereOf(settings)}</code>}
        {settings && isChosen && isTaken && outcome !== 'added' && (
          <p className="field-error">A server has this name already.</p>
        )}
        {isChosen &&
          server.missing.map((missing) => (
            <label key={missing} className="add-missing">
              <span>{missing}</span>
              <input
                className="input"
                type={/key|token|secret|password/i.test(missing) ? 'password' : 'text'}
                autoComplete="off"
                value={valueOf(missing)}
                onChange={(event) => onValue(missing, event.target.value)}
              />
            </label>
          ))}
        {server.problems.map((problem) => (
          <p key={problem} className="field-error">
            {problem}
          </p>
        ))}
        {outcome !== undefined && outcome !== 'added' && (
          <p className="field-error" role="alert">
            {outcome.problem}
          </p>
        )}
      </div>
    </li>
  );
}

function whereOf({ command, args = [], url = '' }: NonNullable<FoundServer['settings']>): string {
  const transport =
    command === undefined ? { kind: 'http' as const, url } : { kind: 'stdio' as const, command, args };
  return transportWords({ transport });
}
