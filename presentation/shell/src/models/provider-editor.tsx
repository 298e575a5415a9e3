import type { ModelOffer, ModelProviderReport } from '@loggia/protocol';
import { ArrowLeft, Zap } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { asError } from '../host/as-error.ts';
import { useHost } from '../host/host-context.tsx';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/states.tsx';
import { CheckResult } from './check-result.tsx';
import { CostFields } from './cost-fields.tsx';
import { ModelField } from './model-field.tsx';
import { AddressField, KeyField, NameAndHeaders } from './provider-fields.tsx';
import { settingsIn, type ProviderForm } from './provider-form.ts';
import { useProviderCheck } from './use-provider-check.ts';

interface EditorProps {
  readonly initial: ProviderForm;
  readonly offer: ModelOffer | undefined;
  readonly edited?: ModelProviderReport | undefined;
  /** Back to the list of what can be connected. */
  onBack?(): void;
  onSaved(provider: ModelProviderReport): void;
}

/** Everything about one provider: tested as it stands here, stored only with the last button. */
export function ProviderEditor({ initial, offer, edited, onBack, onSaved }: EditorProps) {
  const host = useHost();
  const [form, setForm] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const { check, read, test, forget } = useProviderCheck(edited);
  const change = (part: Partial<ProviderForm>): void => {
    setForm((before) => ({ ...before, ...part }));
    setProblem(undefined);
    forget();
  };
  const readList = (): void =>
    void read(form, (models) =>
      setForm((before) => ({ ...before, models, model: before.model || (models[0]?.id ?? '') })),
    );
  const isReady = form.baseURL !== '' && (offer?.key !== 'required' || form.key !== '');
  const readOnce = (): void => {
    if (isReady && form.models.length === 0 && check.phase !== 'reading') readList();
  };
  // A provider that needs no key can list its models at once.
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    if (offer?.key === 'none') readOnce();
  });
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      const settings = settingsIn(form, edited);
      const { provider } =
        edited === undefined
          ? await host.ask('x-loggia/addModelProvider', { settings })
          : await host.ask('x-loggia/updateModelProvider', { provider: edited.provider, settings });
      onSaved(provider);
    } catch (error) {
      setProblem(asError(error).message);
      setSaving(false);
    }
  };
  const fields = { form, edited, change };
  const isOther = offer?.id === 'other';
  return (
    <form
      className="model-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {isOther && <AddressField {...fields} onEntered={readOnce} />}
      {(offer?.key ?? 'optional') !== 'none' && (
        <KeyField
          {...fields}
          keyPage={offer?.keyPage}
          isOptional={offer?.key !== 'required'}
          onEntered={readOnce}
        />
      )}
      <ModelField
        models={form.models}
        model={form.model}
        isReading={check.phase === 'reading'}
        onModel={(model) => change({ model })}
        onRead={readList}
      />
      <details className="model-more" open={edited !== undefined || isOther || undefined}>
        <summary>{isOther ? 'Name and headers' : 'Name, address and headers'}</summary>
        <div className="model-form">
          {!isOther && <AddressField {...fields} onEntered={readOnce} />}
          <NameAndHeaders {...fields} />
        </div>
      </details>
      <details className="model-more">
        <summary>Costs and long conversations</summary>
        <div className="model-form">
          <CostFields form={form} change={change} />
        </div>
      </details>
      <CheckResult check={check} />
      {problem !== undefined && <Note tone="danger">{problem}</Note>}
      <div className="model-form-foot">
        {onBack && (
          <Button kind="quiet" icon={<ArrowLeft />} onClick={onBack}>
            Back
          </Button>
        )}
        <span className="model-form-gap" />
        <Button icon={<Zap />} disabled={check.phase === 'testing'} onClick={() => void test(form)}>
          Test
        </Button>
        <Button kind="primary" type="submit" disabled={isSaving}>
          {isSaving ? 'Saving…' : edited === undefined ? 'Connect' : 'Save'}
        </Button>
      </div>
    </form>
  );
}
