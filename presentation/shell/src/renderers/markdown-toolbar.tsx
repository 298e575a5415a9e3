import { Toolbar } from '@base-ui/react/toolbar';
import type { EditorView } from '@codemirror/view';
import {
  Bold,
  Code,
  Heading,
  Image,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  Quote,
  Search,
  Table,
  type LucideIcon,
} from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { keysOf } from '../commands/key-chord.ts';
import { isMac } from '../commands/use-commands.ts';
import { Button } from '../ui/button.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { markdownActions, type MarkdownAction } from '../writing/markdown.ts';

const icons: Readonly<Record<MarkdownAction['id'], LucideIcon>> = {
  bold: Bold,
  italic: Italic,
  heading: Heading,
  bullets: List,
  numbers: ListOrdered,
  tasks: ListChecks,
  quote: Quote,
  code: Code,
  link: Link,
  table: Table,
};

/** Formats the selected words. The toolbar is one stop for the Tab key; the arrow keys move within it. */
export function MarkdownToolbar({
  view,
  addFiles,
  find,
}: {
  readonly view: EditorView | undefined;
  addFiles(files: readonly File[]): void;
  find(): void;
}) {
  const picker = useRef<HTMLInputElement>(null);
  const run = ({ run: command }: MarkdownAction): void => {
    if (!view) return;
    command(view);
    view.focus();
  };
  return (
    <Toolbar.Root className="writing-toolbar" aria-label="Formatting">
      {markdownActions.map((action) => {
        const Icon = icons[action.id];
        return (
          <Tool
            key={action.id}
            label={action.label}
            keys={action.keys}
            icon={<Icon />}
            run={() => run(action)}
          />
        );
      })}
      <Tool label="Picture" icon={<Image />} run={() => picker.current?.click()} />
      <Toolbar.Separator className="writing-separator" />
      <Tool label="Find and replace" keys="Mod+F" icon={<Search />} run={find} />
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept=".png,.jpg,.jpeg,.gif,.webp,.avif,.svg"
        aria-label="Picture to add"
        onChange={({ target }) => {
          addFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </Toolbar.Root>
  );
}

function Tool({
  label,
  keys,
  icon,
  run,
}: {
  readonly label: string;
  readonly keys?: string | undefined;
  readonly icon: ReactNode;
  run(): void;
}) {
  const hint = keys === undefined ? label : `${label} (${keysOf(keys, isMac).join(' ')})`;
  return (
    <Tooltip label={hint}>
      <Toolbar.Button
        render={<Button kind="quiet" size="small" icon={icon} />}
        aria-label={label}
        aria-keyshortcuts={keys?.replace('Mod', isMac ? 'Meta' : 'Control')}
        // The selection stays where it is.
        onMouseDown={(event) => event.preventDefault()}
        onClick={run}
      />
    </Tooltip>
  );
}
