import type { PluginMarketplace, PluginPreview } from '@loggia/protocol';
import { useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { asLabel } from '../../ui/foreign-words.ts';
import { tell } from '../../ui/toast-queue.ts';
import { MarketplaceStep } from './marketplace-step.tsx';
import { PluginPreviewStep } from './plugin-preview.tsx';
import { PluginSource } from './plugin-source.tsx';
import { nothingTyped, pluginTyped, type TypedPlugin } from './typed-plugin.ts';
import { usePluginWork } from './use-plugin-work.ts';

/** Adds a plugin to the host: says where it is, shows what it would run, and only then adds it. */
export function AddPlugin({
  onClose,
  onAdded,
}: {
  onClose(): void;
  /** With the id of its customization. */
  onAdded(id: string): void;
}) {
  const host = useHost();
  const [typed, setTyped] = useState<TypedPlugin>(nothingTyped);
  const [preview, setPreview] = useState<PluginPreview>();
  const [marketplace, setMarketplace] = useState<PluginMarketplace>();
  const work = usePluginWork();
  const look = async (plugin?: string): Promise<void> => {
    const answer = await work.run(async ({ call, options, upload }) => {
      const from = await pluginTyped(typed, upload);
      const chosen = plugin === undefined ? {} : { plugin };
      return host.ask('x-loggia/previewPlugin', { from, ...chosen, call }, options);
    });
    if (answer?.marketplace) setMarketplace(answer.marketplace);
    else if (answer?.preview) setPreview(answer.preview);
  };
  const add = async (fingerprint: string | undefined): Promise<void> => {
    if (!preview) return;
    const about = fingerprint === undefined ? {} : { fingerprint };
    const added = await work.run(({ options }) =>
      host.ask('x-loggia/addPlugin', { preview: preview.id, ...about }, options),
    );
    if (!added) return;
    tell(`Added “${asLabel(added.plugin.name)}”.`);
    onAdded(added.plugin.customization);
  };
  return (
    <Dialog
      open
      title={titleOf(preview, marketplace)}
      description="Every workspace and session can use it. You can turn it off for each of them."
      width={680}
      onClose={onClose}
    >
      {preview ? (
        <PluginPreviewStep
          preview={preview}
          work={work}
          onAdd={(fingerprint) => void add(fingerprint)}
          onBack={() => {
            work.forget();
            setPreview(undefined);
          }}
        />
      ) : marketplace ? (
        <MarketplaceStep
          marketplace={marketplace}
          work={work}
          onChoose={(plugin) => void look(plugin)}
          onBack={() => {
            work.forget();
            setMarketplace(undefined);
          }}
        />
      ) : (
        <PluginSource
          typed={typed}
          work={work}
          onChange={(part) => {
            work.forget();
            setTyped((before) => ({ ...before, ...part }));
          }}
          onLook={() => void look()}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function titleOf(preview: PluginPreview | undefined, marketplace: PluginMarketplace | undefined): string {
  if (preview) return `Add “${asLabel(preview.name)}”?`;
  return marketplace ? `Add a plugin from “${asLabel(marketplace.name)}”` : 'Add a plugin';
}
