/** Messages to and from one frame, and nobody else. */
export interface FrameLine {
  post(message: unknown): void;
  listen(heard: (data: unknown) => void): () => void;
}

/** Who speaks is told by the window and the origin, never by what is said. */
export function lineTo(frame: HTMLIFrameElement, origin: string): FrameLine {
  return {
    post: (message) => frame.contentWindow?.postMessage(message, origin),
    listen: (heard) => {
      const hear = ({ source, origin: from, data }: MessageEvent<unknown>): void => {
        if (source !== null && source === frame.contentWindow && from === origin) heard(data);
      };
      window.addEventListener('message', hear);
      return () => window.removeEventListener('message', hear);
    },
  };
}
