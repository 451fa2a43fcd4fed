/** `munisipyo/extension`: the API for extensions. */
export { collectAdditions, UndeliverableError } from './extension.ts';
export type {
  Additions,
  Channel,
  ChannelAddress,
  ChannelMessage,
  DeliveredRecord,
  Delivery,
  EffectHandler,
  Extension,
  FileStore,
} from './extension.ts';
