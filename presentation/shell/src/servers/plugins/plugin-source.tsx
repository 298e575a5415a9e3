import { FileUp } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Segments } from '../../ui/segments.tsx';
import { isComplete, type TypedPlugin } from './typed-plugin.ts';
import type { PluginWork } from './use-plugin-work.ts';

interface SourceProps {
  readonly typed: TypedPlugin;
  readonly work: PluginWork;
  onChange(part: Partial<TypedPlugin>): void;
}

/** Where the plugin is. */
export function PluginSource({
  onLook,
  onClose,
  ...props
}: SourceProps & { onLook(): void; onClose(): void }) {
  const { typed, work, onChange } = props;
  const isBusy = work.doing !== undefined;
  return (
    <form
      className="add-server add-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete(typed) && !isBusy) onLook();
      }}
    >
      <Segments<TypedPlugin['way']>
        label="From"
        value={typed.way}
        options={[
          { value: 'folder', label: 'Folder' },
          { value: 'zip', label: 'Zip file' },
          { value: 'git', label: 'Git address' },
        ]}
        onChange={(way) => onChange({ way })}
      />
      <Fields {...props} />
      <div className="add-foot">
        <span className="add-foot-start" role="status">
          {work.doing}
        </span>
        <Button onClick={isBusy ? () => work.cancel() : onClose}>{isBusy ? 'Stop' : 'Cancel'}</Button>
        <Button kind="primary" type="submit" disabled={isBusy || !isComplete(typed)}>
          Preview
        </Button>
      </div>
    </form>
  );
}

function Fields({ typed, work, onChange }: SourceProps) {
  const { way } = typed;
  if (way === 'folder')
    return (
      <Text
        label="Folder on the host"
        help="Enter the whole path. The plugin stays there, and changes in the folder take effect at once."
        placeholder="/home/me/plugins/weather"
        value={typed.path}
        error={work.error}
        onChange={(path) => onChange({ path })}
      />
    );
  return (
    <>
      {way === 'zip' ? (
        <ZipFile typed={typed} work={work} onChange={onChange} />
      ) : (
        <Text
          label="Address of the repository"
          help="Over https, ssh or git, or the path of a repository on the host. Git on the host must be able to reach it without a password."
          placeholder="https://example.com/team/weather.git"
          value={typed.address}
          error={work.error}
          onChange={(address) => onChange({ address })}
        />
      )}
      <details className="add-more">
        <summary>More settings</summary>
        {way === 'git' && (
          <Text
            label="Branch or tag"
            help="Leave it empty for the default branch."
            value={typed.ref}
            onChange={(ref) => onChange({ ref })}
          />
        )}
        <Text
          label="Folder inside"
          help="Where the plugin is, if it isn’t at the top."
          placeholder="plugins/weather"
          value={typed.inside}
          onChange={(inside) => onChange({ inside })}
        />
      </details>
    </>
  );
}

function Text({
  label,
  help,
  placeholder,
  value,
  error,
  onChange,
}: {
  readonly label: string;
  readonly help: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly error?: string | undefined;
  onChange(value: string): void;
}) {
  return (
    <Field label={label} help={help} error={error}>
      {(wiring) => (
        <input
          {...wiring}
          className="input"
          value={value}
          placeholder={placeholder}
          spellCheck={false}
          autoCapitalize="off"
          maxLength={4096}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

function ZipFile({ typed, work, onChange }: SourceProps) {
  return (
    <Field label="Zip file" error={work.error}>
      {(wiring) => (
        <div
          className="add-drop"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            onChange({ file: event.dataTransfer.files[0] });
          }}
        >
          <FileUp aria-hidden />
          <span>{typed.file?.name ?? 'Drop a .zip file of the plugin’s folder here'}</span>
          <label className="button" data-kind="secondary" data-size="small">
            {typed.file ? 'Choose another' : 'Choose a file'}
            <input
              {...wiring}
              className="unseen"
              type="file"
              accept=".zip"
              onChange={(event) => onChange({ file: event.target.files?.[0] })}
            />
          </label>
        </div>
      )}
    </Field>
  );
}
