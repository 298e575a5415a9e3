import './models.css';
import type { ModelOffer, ModelProviderReport } from '@loggia/protocol';
import { useState } from 'react';
import { useAnswer } from '../host/use-answer.ts';
import { useReadable } from '../host/use-channel.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { tell } from '../ui/toast-queue.ts';
import { connecting, offerConnected, stopConnecting } from './connect-state.ts';
import { OfferList } from './offer-list.tsx';
import { ProviderEditor } from './provider-editor.tsx';
import { formFor, formOf } from './provider-form.ts';

/** Connects a model from wherever somebody is, or changes a connection. */
export function ConnectDialog() {
  const asked = useReadable(connecting);
  const edited = asked?.edited;
  const [offer, setOffer] = useState<ModelOffer>();
  const close = (): void => {
    setOffer(undefined);
    stopConnecting();
  };
  return (
    <Dialog
      open={asked !== undefined}
      title={titleOf(edited, offer)}
      description={edited === undefined ? 'Every workspace on this host can use it right away.' : undefined}
      width={560}
      onClose={close}
    >
      {asked !== undefined &&
        (edited === undefined ? (
          <Connect offer={offer} onOffer={setOffer} onDone={close} />
        ) : (
          <Edit edited={edited} />
        ))}
    </Dialog>
  );
}

function titleOf(edited: ModelProviderReport | undefined, offer: ModelOffer | undefined): string {
  if (edited !== undefined) return `Edit ${edited.name}`;
  if (offer === undefined) return 'Connect a model';
  return offer.id === 'other' ? 'Connect a model server' : `Connect ${offer.label}`;
}

function Connect({
  offer,
  onOffer,
  onDone,
}: {
  readonly offer: ModelOffer | undefined;
  onOffer(offer: ModelOffer | undefined): void;
  onDone(): void;
}) {
  const { value, error, again } = useAnswer('x-loggia/listModelProviders', {});
  if (error) return <Failure error={error} retry={again} />;
  if (value === undefined) return <Skeleton style={{ height: 240 }} />;
  if (offer === undefined) return <OfferList offers={value.offers} onChoose={onOffer} />;
  return (
    <ProviderEditor
      initial={formFor(offer)}
      offer={offer}
      onBack={() => onOffer(undefined)}
      onSaved={({ provider, name, isDefault }) => {
        onDone();
        if (offerConnected(provider) === 'taken')
          tell(`${name} is connected and answers in your conversation.`);
        else tell(isDefault ? `${name} is connected. New sessions use it.` : `${name} is connected.`);
      }}
    />
  );
}

function Edit({ edited }: { readonly edited: ModelProviderReport }) {
  const { value } = useAnswer('x-loggia/listModelProviders', {});
  if (value === undefined) return <Skeleton style={{ height: 240 }} />;
  const offer = value.offers.find(({ kind, baseURL }) => kind === edited.kind && baseURL === edited.baseURL);
  const offered = offer && { ...offer, key: offer.key === 'required' ? ('optional' as const) : offer.key };
  return (
    <ProviderEditor
      initial={formOf(edited)}
      offer={offered}
      edited={edited}
      onSaved={({ name }) => {
        stopConnecting();
        tell(`${name} is saved.`);
      }}
    />
  );
}
