import './difference.css';
import type { Difference } from '@loggia/protocol';
import { ArrowRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { bytes } from '../ui/bytes.ts';
import { Segments } from '../ui/segments.tsx';
import { changedPart, pairLines, parsePatch, type Hunk, type PatchLine } from './patch.ts';

type Look = 'unified' | 'split';

/** A difference in title, type, properties and content. */
export function DifferenceView({ difference }: { readonly difference: Difference }) {
  const { title, type, context, contextCut, content } = difference;
  const isNothing = !title && !type && context.length === 0 && content.kind === 'same';
  return (
    <div className="difference">
      {isNothing && <p className="difference-none">No differences.</p>}
      {title && <Change name="Title" before={title.before} after={title.after} />}
      {type && <Change name="Type" before={type.before} after={type.after} />}
      {context.length > 0 && <Properties changes={context} isCut={contextCut === true} />}
      <Content content={content} />
    </div>
  );
}

/** In a few words, for a line. */
export function summaryOf({ from, title, type, context, content }: Difference): string {
  const parts = [
    from === 0 && 'new',
    title && from > 0 && 'renamed',
    type && from > 0 && 'another type',
    context.length > 0 && `${context.length} ${context.length === 1 ? 'property' : 'properties'}`,
    content.kind === 'text' && `+${content.added} −${content.removed} lines`,
    content.kind === 'bytes' && 'content',
  ].filter((part) => typeof part === 'string');
  return parts.length === 0 ? 'no difference' : parts.join(', ');
}

function Change({
  name,
  before,
  after,
}: {
  readonly name: string;
  readonly before?: string | undefined;
  readonly after: string;
}) {
  return (
    <div className="difference-change">
      <span className="difference-name">{name}</span>
      {before !== undefined && (
        <>
          <del>{before}</del>
          <ArrowRight aria-label="became" />
        </>
      )}
      <ins>{after}</ins>
    </div>
  );
}

const shownAtFirst = 60;

function Properties({
  changes,
  isCut,
}: {
  readonly changes: Difference['context'];
  readonly isCut: boolean;
}) {
  const [count, setCount] = useState(shownAtFirst);
  return (
    <section aria-label="Properties" className="difference-part">
      <h4>Properties</h4>
      <dl className="difference-properties">
        {changes.slice(0, count).map(({ path, before, after }) => (
          <div key={path}>
            <dt>
              <code>{path === '' ? 'everything' : path}</code>
            </dt>
            <dd>
              {before !== undefined && <del>{shortly(before)}</del>}
              {after !== undefined && <ins>{shortly(after)}</ins>}
            </dd>
          </div>
        ))}
      </dl>
      {changes.length > count && (
        <Button size="small" onClick={() => setCount(count + 500)}>
          Show {Math.min(500, changes.length - count)} more
        </Button>
      )}
      {isCut && changes.length <= count && (
        <p className="difference-none">More changes are not shown here.</p>
      )}
    </section>
  );
}

function shortly(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const words = text === '' ? '""' : text;
  return words.length > 400 ? `${words.slice(0, 400)}…` : words;
}

function Content({ content }: { readonly content: Difference['content'] }) {
  if (content.kind === 'text')
    return <Patch patch={content.patch} added={content.added} removed={content.removed} />;
  if (content.kind !== 'bytes') return null;
  const { before, after } = content;
  return (
    <section aria-label="Content" className="difference-part">
      <h4>Content</h4>
      <p className="difference-bytes">
        {before ? <del>{bytes(before.size)}</del> : <span>nothing</span>}
        <ArrowRight aria-label="became" />
        {after ? <ins>{bytes(after.size)}</ins> : <span>nothing</span>}
      </p>
    </section>
  );
}

/** Lines at first; a difference can have many. */
const linesAtFirst = 400;

function Patch({
  patch,
  added,
  removed,
}: {
  readonly patch: string;
  readonly added: number;
  readonly removed: number;
}) {
  const hunks = useMemo(() => parsePatch(patch), [patch]);
  const [look, setLook] = useState<Look>('unified');
  const [most, setMost] = useState(linesAtFirst);
  const shown = useMemo(() => firstLines(hunks, most), [hunks, most]);
  const all = hunks.reduce((sum, { lines }) => sum + lines.length, 0);
  return (
    <section aria-label="Content" className="difference-part">
      <header className="difference-head">
        <h4>
          Content <span className="difference-added">+{added}</span>{' '}
          <span className="difference-removed">−{removed}</span>
        </h4>
        <Segments<Look>
          label="Display"
          value={look}
          options={[
            { value: 'unified', label: 'Unified' },
            { value: 'split', label: 'Side by side' },
          ]}
          onChange={setLook}
        />
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <div className="difference-patch scroll-area" tabIndex={0} role="region" aria-label="Lines">
        {shown.map((hunk) => (
          <table key={`${hunk.before} ${hunk.after}`} data-look={look}>
            <caption className="unseen">
              From line {hunk.before}, now line {hunk.after}
            </caption>
            {look === 'split' && (
              <colgroup>
                <col style={{ width: 44 }} />
                <col />
                <col style={{ width: 44 }} />
                <col />
              </colgroup>
            )}
            <tbody>
              <tr className="difference-hunk" aria-hidden>
                <td colSpan={4}>
                  Line {hunk.before} → {hunk.after}
                </td>
              </tr>
              {look === 'unified' ? <Unified hunk={hunk} /> : <Split hunk={hunk} />}
            </tbody>
          </table>
        ))}
      </div>
      {all > most && (
        <Button size="small" onClick={() => setMost(most + 2000)}>
          Show {Math.min(2000, all - most).toLocaleString()} more of {all.toLocaleString()} lines
        </Button>
      )}
    </section>
  );
}

function firstLines(hunks: readonly Hunk[], most: number): readonly Hunk[] {
  let left = most;
  return hunks.flatMap((hunk) => {
    const lines = hunk.lines.slice(0, Math.max(0, left));
    left -= hunk.lines.length;
    return lines.length === 0 ? [] : [{ ...hunk, lines }];
  });
}

const signs = { same: ' ', added: '+', removed: '−' } as const;
const spoken = { same: '', added: 'Added: ', removed: 'Removed: ' } as const;

function Unified({ hunk }: { readonly hunk: Hunk }) {
  const partners = useMemo(
    () =>
      new Map(
        pairLines(hunk.lines).flatMap(({ left, right }) =>
          left && right && left !== right
            ? [
                [left, right.text],
                [right, left.text],
              ]
            : [],
        ) as [PatchLine, string][],
      ),
    [hunk],
  );
  return hunk.lines.map((line) => (
    <tr key={`${line.before} ${line.after}`} data-kind={line.kind}>
      <td className="difference-number">{line.before}</td>
      <td className="difference-number">{line.after}</td>
      <td className="difference-sign" aria-hidden>
        {signs[line.kind]}
      </td>
      <td className="difference-line">
        <LineText line={line} other={partners.get(line)} />
      </td>
    </tr>
  ));
}

function Split({ hunk }: { readonly hunk: Hunk }) {
  return pairLines(hunk.lines).map(({ left, right }) => (
    <tr key={`${left?.before} ${right?.after}`}>
      <td className="difference-number" data-kind={left?.kind}>
        {left?.before}
      </td>
      <td className="difference-line" data-kind={left?.kind ?? 'none'}>
        {left && <LineText line={left} other={right?.text} />}
      </td>
      <td className="difference-number" data-kind={right?.kind}>
        {right?.after}
      </td>
      <td className="difference-line" data-kind={right?.kind ?? 'none'}>
        {right && <LineText line={right} other={left?.text} />}
      </td>
    </tr>
  ));
}

/** Longer lines are cut: a file can be one line. */
const longestLine = 2000;

function LineText({ line, other }: { readonly line: PatchLine; readonly other: string | undefined }) {
  const text = line.text.slice(0, longestLine);
  const part =
    other !== undefined && line.kind !== 'same' ? changedPart(text, other.slice(0, longestLine)) : undefined;
  // Without a common part, everything would be marked, which says no more than the color of the line.
  const isPartial = part && part.start.length + part.end.length > 0 && part.middle !== '';
  return (
    <>
      <span className="unseen">{spoken[line.kind]}</span>
      {isPartial ? (
        <>
          {part.start}
          <mark>{part.middle}</mark>
          {part.end}
        </>
      ) : (
        text
      )}
      {line.text.length > longestLine && '…'}
      {line.isUnended && <span className="difference-unended"> no line break at the end</span>}
    </>
  );
}
