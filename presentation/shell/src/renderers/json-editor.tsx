import { json } from '@codemirror/lang-json';
import { linter, lintGutter } from '@codemirror/lint';
import { useDeferredValue, useMemo } from 'react';
import { useReadable } from '../host/use-channel.ts';
import { CodeEditor } from '../writing/code-editor.tsx';
import { jsonProblems } from '../writing/json-problems.ts';
import type { OpenText } from './text-document.tsx';

const extensions = [
  json(),
  lintGutter(),
  linter(
    ({ state }) =>
      jsonProblems(state.doc.toString()).map(({ from, to, says }) => ({
        from,
        to,
        severity: 'error',
        message: says,
      })),
    { delay: 300 },
  ),
];

/** JSON as its source, with what is wrong at its line. */
export function JsonEditor({ text }: { readonly text: OpenText }) {
  const { artifact, draft, isWritable, isFresh } = text;
  const written = useDeferredValue(useReadable(draft).text);
  const [first] = useMemo(() => jsonProblems(written), [written]);
  return (
    <>
      <CodeEditor
        text={draft}
        label={artifact.title}
        isReadOnly={!isWritable}
        takesFocus={isFresh}
        extensions={extensions}
      />
      <div className="renderer-foot" role="status">
        {first ? `Line ${first.line}: ${first.says}` : 'Valid JSON'}
      </div>
    </>
  );
}
