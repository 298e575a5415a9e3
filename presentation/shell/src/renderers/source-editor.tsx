import { useMemo } from 'react';
import { useWorkspace } from '../host/use-channel.ts';
import { CodeEditor } from '../writing/code-editor.tsx';
import { highlighted } from '../writing/languages.ts';
import type { OpenText } from './text-document.tsx';

/** A text in its editor: code with highlighting, and notes as prose. */
export function SourceEditor({ text }: { readonly text: OpenText }) {
  const { artifact, draft, isWritable, isFresh } = text;
  const { title, type } = artifact;
  // The name says more than the type: both a script and a program may be of a type for all text.
  const types = useWorkspace(artifact.workspace)?.state?.types;
  const ending = types?.find(({ mime }) => mime === type)?.extensions[0] ?? '';
  const extensions = useMemo(() => highlighted(title, `x${ending}`), [title, ending]);
  return (
    <CodeEditor
      key={ending}
      text={draft}
      label={title}
      isReadOnly={!isWritable}
      isProse={isNote(title)}
      takesFocus={isFresh}
      extensions={extensions}
    />
  );
}

function isNote(title: string): boolean {
  return !/\.[A-Za-z]\w{0,9}$/.test(title) || /\.te?xt$/i.test(title);
}
