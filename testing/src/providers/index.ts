export { FakeProvider, type Matcher, type WireName } from './fake-provider.ts';
export {
  answers,
  breaks,
  calls,
  cut,
  holds,
  lastSaid,
  refuses,
  says,
  stopShort,
  thinks,
  type Answer,
  type Piece,
  type Refusal,
  type Reply,
  type SeenRequest,
  type SeenTurn,
} from './script.ts';
