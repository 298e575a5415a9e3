import { effectiveConfig, partsWords } from '@loggia/client';
import { useEffect, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { asLabel } from '../../ui/foreign-words.ts';

type Effect = Awaited<ReturnType<typeof effectiveConfig>>;

/** People type paths letter by letter. */
const pauseMs = 300;
const mostNamed = 12;

/** The servers and plugins that a session in this folder has, as far as they are trusted. */
export function FolderEffect({ folder }: { readonly folder: string }) {
  const effect = useEffectOf(folder);
  if (effect === undefined) return null;
  const { servers, plugins } = effect;
  const named = plugins.filter(
    ({ parts, problem }) => problem !== undefined || Object.keys(parts).length > 0,
  );
  return (
    <dl className="folder-effect" aria-label="What a session here uses">
      <dt>Servers</dt>
      <dd>{listed(servers.map(({ name }) => asLabel(name)))}</dd>
      <dt>Plugins</dt>
      <dd>
        {listed(
          named.map(
            ({ name, parts, problem }) =>
              `${asLabel(name)} (${problem === undefined ? partsWords(parts) : 'can’t be read'})`,
          ),
        )}
      </dd>
    </dl>
  );
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'None';
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function useEffectOf(folder: string): Effect | undefined {
  const { client } = useHost();
  const [found, setFound] = useState<{ readonly folder: string; readonly effect: Effect }>();
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => {
      effectiveConfig(client, folder, { signal: abort.signal }).then(
        (effect) => setFound({ folder, effect }),
        // A path that isn't a folder has no effect to show.
        () => undefined,
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [client, folder]);
  return found?.folder === folder ? found.effect : undefined;
}
