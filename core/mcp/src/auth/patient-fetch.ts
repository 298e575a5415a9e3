import { Agent, fetch as undiciFetch } from 'undici';

// Calls have limits of their own, and progress extends them; a stream of changes may be silent for hours. TCP keep-alive
// notices a peer that is gone.
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/** Like `fetch`, without its limit of five minutes for headers and for the next part of a body. */
export const patientFetch: typeof fetch = async (input, init) => {
  const address = input instanceof Request ? input.url : input.toString();
  const response = await undiciFetch(address, { ...(init as object), dispatcher: patient });
  return response as unknown as Response;
};
