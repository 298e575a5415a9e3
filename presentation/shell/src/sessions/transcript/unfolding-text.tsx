import { ChevronRight } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Markdown } from '../../renderers/markdown.tsx';
import { useKept } from '../chat/scene.tsx';

/** A line in an answer that unfolds into a text. */
export function UnfoldingText({
  id,
  icon,
  label,
  text,
}: {
  readonly id: string;
  readonly icon: ReactNode;
  readonly label: string;
  readonly text: string;
}) {
  const [isOpen, setOpen] = useKept(id, () => false);
  const inside = useId();
  return (
    <div className="turn-thought">
      <button type="button" aria-expanded={isOpen} aria-controls={inside} onClick={() => setOpen(!isOpen)}>
        {icon}
        {label}
        <ChevronRight className="call-chevron" aria-hidden />
      </button>
      <div id={inside} hidden={!isOpen}>
        {isOpen && <Markdown text={text} />}
      </div>
    </div>
  );
}
