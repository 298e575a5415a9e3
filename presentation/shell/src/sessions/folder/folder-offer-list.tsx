import { Folder } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { visibly } from '../../ui/foreign-words.ts';
import type { Offers } from './folder-offers.ts';

/** The folders to choose from; the arrow keys walk through them, and from the first one back to the field. */
export function FolderOfferList({
  groups,
  onChoose,
}: {
  readonly groups: readonly Offers[];
  onChoose(path: string): void;
}) {
  return (
    <div className="folder-offers scroll-area">
      {groups.map(({ title, offers }) => (
        <section key={title} aria-label={visibly(title)}>
          <h3>{visibly(title)}</h3>
          <ul>
            {offers.map(({ label, path }) => (
              <li key={path}>
                <button type="button" onKeyDown={walkOffers} onClick={() => onChoose(path)}>
                  <Folder aria-hidden />
                  {visibly(label)}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Up and down among the field and the offers of the form around them. */
export function walkOffers(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const form = event.currentTarget.closest('form');
  const stops = [...(form?.querySelectorAll<HTMLElement>('input, .folder-offers button') ?? [])];
  const at = stops.indexOf(event.currentTarget);
  const next = stops[at + step];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
