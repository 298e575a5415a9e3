import './renderers.css';
import { useAnswer } from '../host/use-answer.ts';
import { LoadingText } from './loading-text.tsx';
import { NotRead } from './not-shown.tsx';
import type { RendererProps } from './renderer.ts';
import { TextBar, TextDocument, TwoSides } from './text-document.tsx';

/** The longest text that the host serves as a page. */
const longestPage = 8_000_000;

/** A web page as it looks, or as its source. */
export function HtmlRenderer(props: RendererProps) {
  return (
    <TextDocument {...props} longest={longestPage}>
      {(text) => (
        <TwoSides text={text} label="Page">
          {(sides) => (
            <>
              <TextBar text={text}>
                {sides}
                <span className="renderer-fact">Scripts, links and the network are off</span>
              </TextBar>
              <Page artifact={props.artifact} version={props.version} key={props.artifact.content?.hash} />
            </>
          )}
        </TwoSides>
      )}
    </TextDocument>
  );
}

/**
 * The frame gets nothing that it could do harm with, twice over: by its own attribute and by the policy of the page. It
 * comes from an origin where Views are served, so that neither holds it back from being a page.
 */
function Page({ artifact, version }: Pick<RendererProps, 'artifact' | 'version'>) {
  const { value, error, again } = useAnswer('x-loggia/openPage', {
    artifact: artifact.id,
    ...(version !== undefined && { version }),
    shell: location.origin,
  });
  if (error) return <NotRead error={error} again={again} />;
  if (!value) return <LoadingText />;
  return (
    <iframe
      className="renderer-html"
      title={artifact.title}
      src={value.url}
      sandbox=""
      referrerPolicy="no-referrer"
      allow=""
    />
  );
}
