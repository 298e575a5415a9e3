import './merge-view.css';
import { Check } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { mergeTexts, type MergePart, type Versions } from './merge-texts.ts';

type Conflict = Extract<MergePart, { readonly kind: 'conflict' }> & { readonly key: string };
type Part = Exclude<MergePart, { readonly kind: 'conflict' }> | Conflict;

/** A decision holds for as long as the place stays the same, whatever changes around it. */
function partsOf(versions: Versions): readonly Part[] {
  return mergeTexts(versions).map((part, index) =>
    part.kind === 'merged' ? part : { ...part, key: JSON.stringify([index, part.mine, part.theirs]) },
  );
}

/** Two texts side by side where they conflict; everything else is merged already. */
export function MergeView({
  versions,
  settle,
  back,
}: {
  readonly versions: Versions;
  settle(text: string): void;
  back(): void;
}) {
  const { base, mine, theirs } = versions;
  const parts = useMemo(() => partsOf({ base, mine, theirs }), [base, mine, theirs]);
  const [decided, setDecided] = useState<Readonly<Record<string, string>>>({});
  const conflicts = parts.filter((part) => part.kind === 'conflict');
  const open = conflicts.filter((part) => decided[part.key] === undefined).length;
  const result = (): string =>
    parts.map((part) => (part.kind === 'merged' ? part.text : (decided[part.key] ?? part.mine))).join('');
  const decideAll = (side: 'mine' | 'theirs'): void =>
    setDecided(Object.fromEntries(conflicts.map((part) => [part.key, part[side]])));
  return (
    <section className="merge scroll-area" aria-label="Merge the changes">
      <header className="merge-head">
        <div>
          <h2>Merge the changes</h2>
          <p>
            {open === 0
              ? 'Every place is decided. Save the merged text.'
              : `${open} of ${conflicts.length} ${conflicts.length === 1 ? 'place needs' : 'places need'} your decision. All other changes are merged.`}
          </p>
        </div>
        <div className="merge-choices">
          <Button size="small" kind="quiet" onClick={() => decideAll('mine')}>
            Use all of mine
          </Button>
          <Button size="small" kind="quiet" onClick={() => decideAll('theirs')}>
            Use all of theirs
          </Button>
        </div>
      </header>
      {parts.map((part, index) =>
        part.kind === 'merged' ? (
          // oxlint-disable-next-line react/no-array-index-key -- a part is known by its place
          <Around key={index} text={part.text} />
        ) : (
          <Place
            key={part.key}
            conflict={part}
            decided={decided[part.key]}
            decide={(text) => setDecided({ ...decided, [part.key]: text })}
          />
        ),
      )}
      <footer className="merge-foot">
        <Button kind="primary" disabled={open > 0} onClick={() => settle(result())}>
          Save the merged text
        </Button>
        <Button onClick={back}>Back to writing</Button>
      </footer>
    </section>
  );
}

function Place({
  conflict,
  decided,
  decide,
}: {
  readonly conflict: Conflict;
  readonly decided: string | undefined;
  decide(text: string): void;
}) {
  const { mine, theirs } = conflict;
  const field = useId();
  const both = `${mine}${mine === '' || mine.endsWith('\n') ? '' : '\n'}${theirs}`;
  return (
    <div
      className="merge-place"
      role="group"
      aria-label="Changed by both"
      data-decided={decided !== undefined}
    >
      <div className="merge-sides">
        <Side name="Yours" text={mine} action="Use mine" isUsed={decided === mine} use={() => decide(mine)} />
        <Side
          name="Theirs"
          text={theirs}
          action="Use theirs"
          isUsed={decided === theirs}
          use={() => decide(theirs)}
        />
      </div>
      <div className="merge-result">
        <label htmlFor={field}>Result</label>
        <Button size="small" pressed={decided === both} onClick={() => decide(both)}>
          Keep both
        </Button>
        <textarea
          id={field}
          className="input"
          rows={Math.min(12, Math.max(2, (decided ?? '').split('\n').length))}
          placeholder="Choose a side, keep both, or write the result here."
          value={decided ?? ''}
          onChange={(event) => decide(event.target.value)}
        />
      </div>
    </div>
  );
}

function Side({
  name,
  text,
  action,
  isUsed,
  use,
}: {
  readonly name: string;
  readonly text: string;
  readonly action: string;
  readonly isUsed: boolean;
  use(): void;
}) {
  return (
    <div className="merge-side" data-used={isUsed}>
      <div className="merge-side-head">
        <h3>{name}</h3>
        <Button size="small" pressed={isUsed} icon={isUsed ? <Check /> : undefined} onClick={use}>
          {action}
        </Button>
      </div>
      <pre>{text === '' ? <em>Nothing: these lines were deleted</em> : text}</pre>
    </div>
  );
}

/** Enough lines to recognize the place by. */
const contextLines = 3;

function Around({ text }: { readonly text: string }) {
  const lines = text.replace(/\n$/, '').split('\n');
  const isCut = lines.length > 2 * contextLines + 1;
  const shown = isCut
    ? [
        ...lines.slice(0, contextLines),
        `⋯ ${lines.length - 2 * contextLines} more lines ⋯`,
        ...lines.slice(-contextLines),
      ]
    : lines;
  return <pre className="merge-around">{shown.join('\n')}</pre>;
}
