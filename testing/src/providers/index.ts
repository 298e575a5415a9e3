export { countTokens, requestTokens } from './count-tokens.ts';
export { FakeProvider, type Matcher, type WireName } from './fake-provider.ts';
export {
  answers,
  breaks,
  calls,
  counted,
  cut,
  holds,
  lastSaid,
  refuses,
  says,
  sends,
  stopShort,
  thinks,
  type Answer,
  type AnswerUsage,
  type Piece,
  type Refusal,
  type Reply,
  type SeenRequest,
  type SeenTurn,
} from './script.ts';
